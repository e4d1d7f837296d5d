import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { guardedGit } from '../../context/git-guard.js';
import { isReadOnlyScript } from '../../permissions/is-read-only-script.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { failed, systemFailure } from '../outcome.js';
import { type BackgroundTasks, newTaskId } from '../tasks/background-tasks.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { startInBackground } from './background-command.js';
import { OutputKeeper } from './output-keeper.js';
import { type RunningShell, runShell, type ShellEnd } from './run-shell.js';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const PROGRESS_MS = 1000;

export function bashTool(tasks: BackgroundTasks): Tool {
  return {
    name: 'Bash',
    description:
      'Runs a command in bash and returns its output. The working folder is kept between calls; variables are not. Commands that exceed the timeout (default two minutes, at most ten) are killed: run those in the background. Prefer Read, Edit, Write, Glob and Grep to cat, sed, find and grep. Nobody can answer a command that prompts for input.',
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command' },
        timeout: { type: 'number', description: 'Timeout in milliseconds, at most 600000' },
        description: { type: 'string', description: 'What it does, in a few words' },
        run_in_background: { type: 'boolean', description: 'Do not wait for it to finish' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    isReadOnly: ({ command }) => isReadOnlyScript(String(command)),
    run: (input, context) =>
      input['run_in_background'] === true ? runInBackground(input, context, tasks) : run(input, context),
  };
}

async function run(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const timeoutMs = timeoutOf(input, context);
  const output = new OutputKeeper();
  const startedAt = context.now();
  let why: 'timeout' | 'abort' | undefined;
  try {
    const shell = start(input, context, (chunk) => output.add(chunk));
    // It may still fail when nothing awaits it any more.
    shell.ended.catch(() => undefined);
    const stop = (reason: 'timeout' | 'abort') => {
      why ??= reason;
      shell.kill();
    };
    const stopped = new Promise<undefined>((resolve) => {
      context.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const onAbort = () => stop('abort');
    context.signal.addEventListener('abort', onAbort, { once: true });
    if (context.signal.aborted) onAbort();
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    const progress = reportProgress(output, context, { startedAt, timeoutMs });
    // On Esc, return the output so far at once; the command is killed afterwards.
    const end = await Promise.race([shell.ended, stopped]).finally(() => {
      clearTimeout(timer);
      clearInterval(progress);
      context.signal.removeEventListener('abort', onAbort);
    });
    const isReset = end?.cwd !== undefined && why === undefined && !follow(end.cwd, context);
    output.end();
    const { isSandboxed, holds } = shell;
    const result = resultOf(output, { end, why, timeoutMs, isSandboxed, holds }, context);
    if (!isReset || typeof result.content !== 'string') return result;
    return { ...result, content: joined(result.content, `Shell cwd was reset to ${context.cwd}`) };
  } catch (error) {
    output.discard();
    return failed(systemFailure('Starting the shell', error));
  }
}

interface Started extends RunningShell {
  isSandboxed: boolean;
  holds: Sandbox['holds'] | undefined;
}

function start(input: JsonObject, context: ToolContext, onOutput: (chunk: Buffer) => void): Started {
  const { cwd, platform } = context;
  const command = String(input['command']);
  const env = environmentFor(command, context);
  const sandbox = context.sandboxFor?.(command);
  const wrap = sandbox?.wrap;
  const shell = runShell({ command, cwd: existing(cwd, context), env, platform, wrap, onOutput });
  return { ...shell, isSandboxed: wrap !== undefined, holds: sandbox?.holds };
}

/** A command that runs without a question must not run programs that a repository names. */
function environmentFor(command: string, { env, decision }: ToolContext): ToolContext['env'] {
  if (decision?.behavior !== 'allow') return env;
  return guardedGit(env, decision.reasonType === 'other' && isReadOnlyScript(command) ? 'reading' : 'running');
}

/** A previous command may have removed the folder. */
function existing(folder: string, { projectDir }: ToolContext): string {
  return isFolder(folder) ? folder : projectDir;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Follows a command's `cd`. As in the client, a sub-agent's `cd` lasts only for one call. The shell cannot leave the
 * project, since path rules are relative to its folder. Returns false if it tried.
 */
function follow(folder: string, context: ToolContext): boolean {
  if (folder === context.cwd || !isFolder(folder)) return true;
  const way = relative(realpathSync(context.projectDir), realpathSync(folder));
  if (way.startsWith('..') || isAbsolute(way)) return realpathSync(context.cwd) === realpathSync(folder);
  if (context.agentId === undefined) context.setCwd(folder);
  return true;
}

function timeoutOf({ timeout }: JsonObject, { env }: ToolContext): number {
  const most = Number(env['BASH_MAX_TIMEOUT_MS']) || MAX_TIMEOUT_MS;
  const usual = Number(env['BASH_DEFAULT_TIMEOUT_MS']) || DEFAULT_TIMEOUT_MS;
  return Math.max(1, Math.min(Number(timeout) || usual, most));
}

function reportProgress(
  output: OutputKeeper,
  context: ToolContext,
  { startedAt, timeoutMs }: { startedAt: number; timeoutMs: number },
): NodeJS.Timeout {
  const taskId = newTaskId();
  let count = 0;
  return setInterval(() => {
    const { tail } = output;
    context.progress({
      toolUseID: `bash-progress-${count++}`,
      data: {
        type: 'bash_progress',
        output: `${tail.trimEnd().split('\n').slice(-5).join('\n')}\n`,
        fullOutput: tail,
        elapsedTimeSeconds: Math.round((context.now() - startedAt) / 1000),
        totalLines: output.totalLines,
        totalBytes: output.totalBytes,
        taskId,
        timeoutMs,
      },
    });
  }, PROGRESS_MS);
}

interface Outcome {
  end: ShellEnd | undefined;
  why: 'timeout' | 'abort' | undefined;
  timeoutMs: number;
  isSandboxed: boolean;
  holds: Sandbox['holds'] | undefined;
}

const HELD = {
  everything:
    'The command ran in a sandbox: it can only write in the project and the temporary folder, and may have no network.',
  hidden: 'The command ran in a sandbox: files and programs that permission rules deny cannot be opened.',
};

function resultOf(
  output: OutputKeeper,
  { end, why, timeoutMs, isSandboxed, holds }: Outcome,
  context: ToolContext,
): ToolResult {
  const kept = shownOutput(output, context);
  const base = { stderr: '', interrupted: why === 'abort', isImage: false, noOutputExpected: false };
  if (why === 'abort') {
    const content = joined(kept.content, '<error>Command was aborted before completion</error>');
    return { content, toolUseResult: { stdout: kept.stdout, ...base }, isError: true };
  }
  const code = end?.exitCode ?? (end?.killedBy ? 128 : 1);
  if (why === 'timeout')
    return failed(joined('Exit code 143', `Command timed out after ${spell(timeoutMs)}`, kept.content));
  if (code !== 0) {
    const signal = end?.killedBy ? ` (${end.killedBy})` : '';
    const held = holds !== undefined && REFUSED.test(kept.content) ? HELD[holds] : '';
    return failed(joined(`Exit code ${code}${signal}`, kept.content, held));
  }
  return {
    content: kept.content,
    toolUseResult: { stdout: kept.stdout, ...base, ...kept.fields },
    lineFields: { sandboxed: isSandboxed },
  };
}

/** Typical messages of programs when the system refuses something. */
const REFUSED =
  /read-only file system|permission denied|operation not permitted|device or resource busy|resolve host|name resolution|network is unreachable/i;

interface Shown {
  content: string;
  stdout: string;
  fields: JsonObject;
}

/** Short output unchanged, or a stub that names the file with the long output. */
function shownOutput(output: OutputKeeper, context: ToolContext): Shown {
  const text = output.text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (!output.isTooLong) return { content: text, stdout: text, fields: {} };
  const lost =
    output.lost === undefined
      ? ''
      : `\n[${output.totalBytes} bytes in all; ${output.lost}. The end of it:]\n${output.tail.trimEnd()}`;
  if (output.file === undefined) return { content: text + lost, stdout: text, fields: {} };
  try {
    const { path, size, stub } = context.offload({ text, file: output.file });
    return { content: stub + lost, stdout: text, fields: { persistedOutputPath: path, persistedOutputSize: size } };
  } catch (error) {
    const failure = systemFailure('Saving the whole output', error);
    return { content: joined(text, `[cut: ${failure}]`, output.tail), stdout: text, fields: {} };
  } finally {
    output.discard();
  }
}

async function runInBackground(input: JsonObject, context: ToolContext, tasks: BackgroundTasks): Promise<ToolResult> {
  try {
    const description = String(input['description'] ?? input['command']);
    const { toolUseId, agentId: startedBy } = context;
    let isSandboxed = false;
    const task = startInBackground(tasks, { description, toolUseId, startedBy }, (onOutput) => {
      const shell = start(input, context, onOutput);
      isSandboxed = shell.isSandboxed;
      return shell;
    });
    // Only the main conversation receives notifications.
    const news = startedBy === undefined ? 'You will be notified when it completes. ' : '';
    return {
      content: `Command running in background with ID: ${task.id}. Output is being written to: ${task.outputFile}. ${news}To check its output so far or wait for it, use TaskOutput; to stop it, TaskStop.`,
      toolUseResult: {
        stdout: '',
        stderr: '',
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
        backgroundTaskId: task.id,
      },
      lineFields: { sandboxed: isSandboxed },
    };
  } catch (error) {
    return failed(systemFailure('Starting the shell', error));
  }
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

function spell(ms: number): string {
  const seconds = Math.round(ms / 100) / 10;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${Math.round(seconds % 60)}s`;
}
