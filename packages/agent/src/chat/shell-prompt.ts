import { textOf } from '@unspool/session';
import { TOOL } from '@unspool/session/tools';
import type { TurnFinished } from '../loop/event.js';
import { runShell } from '../tools/shell/run-shell.js';
import type { PromptHost } from './prompt-host.js';

/** Longer output is cut in the middle. */
const MAX_CHARACTERS = 30_000;

/** The command in `!ls -l`; undefined for any other prompt. */
export function shellCommandIn(prompt: Parameters<typeof textOf>[0]): string | undefined {
  return /^!\s*(\S[\s\S]*)$/.exec(textOf(prompt).trim())?.[1];
}

/** Runs the user's command, then sends it and its output to the model, as the client does. */
export async function runShellPrompt(command: string, host: PromptHost): Promise<TurnFinished | undefined> {
  const { live, signal, tell: report, thread } = host;
  await thread.options.makeRoom(thread, 'near_limit');
  const input = `<bash-input>${command}</bash-input>`;
  report({ type: 'prompt', kind: 'command', content: input, typed: `! ${command}` });
  live.conversation.addUser(input);
  const output = `<bash-stdout>${await outputOf(command, host)}</bash-stdout><bash-stderr></bash-stderr>`;
  report({ type: 'prompt', kind: 'output', content: output });
  live.conversation.addUser(output);
  return thread.run(signal);
}

async function outputOf(command: string, { options, signal, thread }: PromptHost): Promise<string> {
  const { cwd, setCwd } = thread.options.contextFor(
    { type: 'tool_use', id: 'shell', name: TOOL.Bash, input: {} },
    signal,
  );
  const { env, platform } = options.world;
  const chunks: Buffer[] = [];
  const shell = runShell({ command, cwd, env, platform, onOutput: (chunk) => chunks.push(chunk) });
  signal.addEventListener('abort', shell.kill, { once: true });
  if (signal.aborted) shell.kill();
  const { exitCode, cwd: folder } = await shell.ended;
  signal.removeEventListener('abort', shell.kill);
  if (folder !== undefined) setCwd(folder);
  const text = shortened(Buffer.concat(chunks).toString().trimEnd());
  return exitCode === 0 || signal.aborted ? text : `${text}${text === '' ? '' : '\n'}Exit code ${exitCode}`;
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return `${text.slice(0, half)}\n… ${text.length - MAX_CHARACTERS} characters left out …\n${text.slice(-half)}`;
}
