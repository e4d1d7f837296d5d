import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** Options that the agent SDK passes and that have no effect here. Each is accepted, with a note. */
const UNHEEDED = [
  '--allow-dangerously-skip-permissions',
  '--await-initialize',
  '--managed-settings-in-initialize',
  '--include-hook-events',
  '--session-mirror',
  '--debug-to-stderr',
  '--betas <names...>',
  '--effort <level>',
  '--thinking <mode>',
  '--thinking-display <mode>',
  '--max-thinking-tokens <count>',
  '--fallback-model <model>',
];

/** The console client. Its code is loaded only when it is called. */
export function registerChat(program: Command, io: Io, done: (exitCode: number) => void): void {
  const chat = program
    .command('chat')
    .description('chat with a model in a session that Claude Code can continue')
    .argument('[prompt...]', 'the first prompt')
    .option('-p, --print', 'print the answer and exit; also reads standard input')
    .option('-c, --continue', 'continue the last session of this folder')
    .option('-r, --resume [session]', `continue this session: ${SESSION}; without a value, choose one`)
    .option('--fork-session', 'with --continue or --resume: continue a copy')
    .option('--session-id <uuid>', 'the id of the new session')
    .option('--model <model>', 'a model name, or opus, sonnet, haiku, fable')
    .option('--permission-mode <mode>', 'default, acceptEdits, plan, bypassPermissions, dontAsk')
    .option('--allowedTools, --allowed-tools <rules...>', 'allow these without asking: "Bash(git log:*)" Edit')
    .option('--disallowedTools, --disallowed-tools <rules...>', 'never allow these')
    .option('--tools <names...>', 'offer only these tools')
    .option('--add-dir <folders...>', 'let tools use these folders too')
    .option('--system-prompt <text>', 'replace the system prompt')
    .option('--append-system-prompt <text>', 'add to the system prompt')
    .option('--max-turns <count>', 'stop after this many replies')
    .option('--max-budget-usd <dollars>', 'stop when this much has been spent')
    .option('--output-format <format>', 'with -p: text, json or stream-json')
    .option('--input-format <format>', 'with -p: text or stream-json')
    .option('--include-partial-messages', 'with stream-json: print parts of messages as they arrive')
    .option('--replay-user-messages', 'with stream-json: repeat prompts in the output')
    .option('--permission-prompt-tool <name>', 'with stream-json: "stdio" asks the calling program')
    .option('--dangerously-skip-permissions', 'run everything without asking')
    .option('--sandbox', 'run every command in a sandbox: writes only in the project and temp, no network')
    .option('--no-sandbox', 'run no command in a sandbox')
    .option('--trust', 'run the hooks and servers that this folder configures')
    .option('--mcp-config <configs...>', 'MCP servers, as JSON or as files that contain it')
    .option('--strict-mcp-config', 'only the MCP servers of --mcp-config')
    .option('--setting-sources <sources>', 'read only these settings: user,project,local')
    .option('--demo', 'talk to a script instead of a model; nothing leaves the machine')
    .option('--verbose', 'accepted for compatibility; has no effect')
    .action(async (words, options) => done(await (await import('./chat.js')).chat(words, options, io)));
  for (const flags of UNHEEDED) chat.addOption(new Option(flags).hideHelp());
}
