import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Block, isText, isToolUse, listSessions, openSession, textOf, titleOf } from '@unspool/session';
import { configFolderAt, projectFolderName } from '@unspool/session/locate';
import { TOOL } from '@unspool/session/tools';
import { livenessOf } from '@unspool/session/write';
import { customCommands, expand } from '../commands/custom-commands.js';
import { INIT_PROMPT } from '../commands/init-prompt.js';
import { type CommandHost, localCommands } from '../commands/local-commands.js';
import { planModeAttachment } from '../context/plan-mode.js';
import { reminder } from '../context/system-prompt.js';
import type { AttachmentGiven, TurnFinished } from '../loop/event.js';
import { type Opened, openStart } from '../sessions/open-start.js';
import { lockSession, releaseSession } from '../sessions/session-lock.js';
import { namedFiles } from './named-files.js';
import type { ChatOptions } from './options.js';
import { askPromptHooks } from './prepare-queued.js';
import type { PromptHost } from './prompt-host.js';
import { runShellPrompt, shellCommandIn } from './shell-prompt.js';

type Prompt = string | Block[];

/** Handles a prompt or command and waits for the turn it starts. Returns undefined if it starts none. */
export async function takePrompt(prompt: Prompt, host: PromptHost): Promise<TurnFinished | undefined> {
  const shell = host.options.entrypoint === 'cli' ? shellCommandIn(prompt) : undefined;
  if (shell !== undefined) {
    await begin(host);
    return runShellPrompt(shell, host);
  }
  const command = commandIn(prompt);
  if (command?.name === 'init') return runTurn(commandWords(command), host, INIT_PROMPT);
  if (command) {
    const local = localCommands.find(({ name }) => name === command.name);
    if (local) return runLocal(local, command.args, host);
    const { configDir, cwd, isTrusted } = host.options;
    const custom = customCommands(configDir, cwd).find(({ name }) => name === command.name);
    if (custom) {
      const allowed = custom.isOfProject && !isTrusted ? [] : custom.allowedTools;
      for (const rule of allowed) host.gate.rules.push({ behavior: 'allow', rule, source: 'command' });
      if (custom.model !== undefined) host.setModel(custom.model);
      const finished = await runTurn(commandWords(command), host, expand(custom.body, command.args));
      const kept = host.gate.rules.filter(({ source }) => source !== 'command');
      host.gate.rules.splice(0, host.gate.rules.length, ...kept);
      return finished;
    }
    if (isCommandName(command.name)) {
      host.tell({
        type: 'notice',
        level: 'error',
        message: `Unknown command /${command.name}. Type /help for a list.`,
      });
      return undefined;
    }
  }
  return runTurn(prompt, host);
}

/** Starts a turn with a background task's notification. */
export async function takeNotification(content: string, host: PromptHost): Promise<TurnFinished> {
  await host.context.load();
  await host.thread.options.makeRoom(host.thread, 'near_limit');
  host.tell({ type: 'prompt', kind: 'notification', content });
  host.live.conversation.addUser(reminder(content));
  return host.thread.run(host.signal);
}

interface Command {
  name: string;
  args: string;
}

function commandIn(prompt: Prompt): Command | undefined {
  const match = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(textOf(prompt).trim());
  return match ? { name: match[1] ?? '', args: (match[2] ?? '').trim() } : undefined;
}

/** `/usr/bin` begins with a slash, too, but is not a command. */
function isCommandName(name: string): boolean {
  return /^[a-z][\w:-]*$/i.test(name);
}

function commandWords({ name, args }: Command): string {
  return `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`;
}

async function runTurn(prompt: Prompt, host: PromptHost, expansion?: string): Promise<TurnFinished | undefined> {
  const { thread, tell: report, signal } = host;
  await begin(host);
  const context = await askPromptHooks(expansion ?? textOf(prompt), host);
  if (context === undefined) return undefined;
  // Compact before the prompt is added: the prompt must not be summarised.
  await thread.options.makeRoom(thread, 'near_limit');
  const { conversation } = host.live;
  const { pictures, attachments } = await namedFiles(expansion ?? textOf(prompt), host);
  conversation.addPictures(pictures);
  report({ type: 'prompt', kind: expansion === undefined ? 'prompt' : 'command', content: prompt });
  conversation.addUser(prompt);
  for (const given of [...attachments, ...planAttachments(host)]) add(given, host);
  if (expansion !== undefined) {
    report({ type: 'prompt', kind: 'meta', content: expansion });
    conversation.addUser(expansion);
  }
  for (const given of context) add(given, host);
  return thread.run(signal);
}

/** Like the client, sends SessionStart output before the first prompt, even if the prompt is then blocked. */
async function begin(host: PromptHost): Promise<void> {
  await host.options.beforeTurn?.();
  for (const given of await sessionStartHooks(host)) add(given, host);
  await host.context.load();
}

function add(given: AttachmentGiven, { tell: report, live }: PromptHost): void {
  report(given);
  live.conversation.addUser(given.rendered.map((text) => ({ type: 'text', text })));
}

function planAttachments({ gate, live, thread, signal }: PromptHost): AttachmentGiven[] {
  const { planFile } = thread.options.contextFor({ type: 'tool_use', id: 'plan', name: TOOL.Read, input: {} }, signal);
  const news = planModeAttachment(gate.mode, live.promptedIn, planFile);
  live.promptedIn = gate.mode;
  return news ? [news] : [];
}

/** Runs the SessionStart hooks once per session. */
async function sessionStartHooks(host: PromptHost): Promise<AttachmentGiven[]> {
  const { hooks, source, signal, model } = host;
  if (host.live.isBegun) return [];
  host.live.isBegun = true;
  if (!hooks.has('SessionStart')) return [];
  const { attachments } = await hooks.run('SessionStart', { source, model }, signal, source);
  return attachments;
}

async function runLocal(
  command: (typeof localCommands)[number],
  args: string,
  host: PromptHost,
): Promise<TurnFinished | undefined> {
  const { name } = command;
  host.isRunningCommand = true;
  try {
    const output = await command.run(args, commandHost(host));
    if (host.unwritten !== undefined) throw new Error(host.unwritten);
    host.tell({ type: 'local_command', name, args, output, isError: false });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    host.tell({ type: 'local_command', name, args, output, isError: true });
  } finally {
    host.isRunningCommand = false;
  }
  return undefined;
}

function commandHost(host: PromptHost): CommandHost {
  return {
    get model() {
      return host.model;
    },
    setModel: (name) => host.setModel(name),
    totals: host.totals,
    sessionCost: host.live.cost,
    contextTokens: host.thread.contextTokens,
    contextWindow: host.thread.contextWindow,
    messages: host.live.conversation.messages,
    permissionMode: host.permissionMode,
    rules: host.gate.rules,
    commands: () => host.commands(),
    clear: () => host.clear(),
    compact: (instructions) => host.compact(instructions),
    sessions: () => otherSessions(host),
    resume: (sessionId) => resumeOther(sessionId, host),
    rewindPoints: () => host.rewindPoints(),
    rewind: (uuid, what) => host.rewind(uuid, what),
    exportText: (file) => exportText(file, host),
    rename: (title) => host.live.rename(title),
  };
}

const LISTED = 20;

function otherSessions(host: PromptHost): { sessionId: string; title: string; file: string }[] {
  const { configDir, cwd, world } = host.options;
  const config = configFolderAt(configDir);
  if (!config) return [];
  const project = projectFolderName(cwd, world.env);
  return listSessions(config)
    .sessions.filter(({ slug, hasUuidName }) => slug === project && hasUuidName)
    .filter(({ sessionId, size }) => sessionId !== host.sessionId && size > 0)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, LISTED)
    .map(({ sessionId, file }) => ({ sessionId, file, title: titleOf(openSession(file)).text }));
}

function resumeOther(start: string, host: PromptHost): string {
  const found = otherSessions(host).filter(({ sessionId }) => sessionId.startsWith(start));
  const [session] = found;
  if (!session) throw new Error(`No session in this project starts with ${start}.`);
  if (found.length > 1) throw new Error(`${found.length} sessions start with ${start}. Type more of the id.`);
  try {
    host.continueWith(openOther(session.file, host.options));
  } catch (error) {
    releaseSession(session.file);
    throw error;
  }
  return `Resumed ${session.sessionId}: ${session.title}`;
}

/** Two writers would create two branches in one file. */
function openOther(file: string, { lockFolder, world }: ChatOptions): Opened {
  const lock = lockFolder === undefined ? undefined : lockSession(file, lockFolder);
  const reasons = lock?.kind === 'taken' ? [lock.reason] : livenessOf(file, { now: world.now(), quietMs: 0 }).reasons;
  if (reasons.length > 0) throw new Error(`The session is in use: ${reasons.join('; ')}. Close it there first.`);
  const opened = openStart(file);
  if (opened.kind === 'refused') throw new Error(`This session cannot be resumed: ${opened.reasons.join('; ')}`);
  return opened.opened;
}

function exportText(name: string, host: PromptHost): string {
  const file = resolve(join(host.options.cwd, '.'), name);
  const parts = host.live.conversation.messages.map(({ role, content }) => {
    const words = content.filter(isText).map((block) => block.text);
    const calls = content.filter(isToolUse).map((block) => `[${block.name} ${JSON.stringify(block.input)}]`);
    return `## ${role === 'user' ? 'You' : 'Model'}\n\n${[...words, ...calls].join('\n\n')}`;
  });
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`);
  writeFileSync(file, `${parts.join('\n\n')}\n`, { flag: 'wx' });
  return `Wrote ${file}`;
}
