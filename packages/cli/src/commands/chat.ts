import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import {
  allTools,
  anthropicModel,
  apiAccess,
  type CallModel,
  type Chat,
  type ChatOptions,
  demoScript,
  isTrustedFolder,
  PERMISSION_MODES,
  type PermissionMode,
  type PermissionRule,
  runPrint,
  runTerminal,
  scriptedModel,
  startChat,
  waitFor,
} from '@unspool/agent';
import { configDirOf, type StartOptions, startOf } from '../chat/open.js';
import { priceOf } from '../chat/price.js';
import { pipedText, promptOf, toolList } from '../chat/prompt.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';
import { version } from '../version.js';

export interface ChatCommandOptions extends StartOptions {
  print?: boolean;
  demo?: boolean;
  model?: string;
  permissionMode?: string;
  dangerouslySkipPermissions?: boolean;
  allowedTools?: string[];
  disallowedTools?: string[];
  tools?: string[];
  addDir?: string[];
  systemPrompt?: string;
  appendSystemPrompt?: string;
  outputFormat?: string;
  inputFormat?: string;
  includePartialMessages?: boolean;
  replayUserMessages?: boolean;
  permissionPromptTool?: string;
  maxTurns?: string;
  trust?: boolean;
}

/** Talks to a model, in a session that the client can go on with. */
export async function chat(words: string[], options: ChatCommandOptions, io: Io): Promise<number> {
  const format = formatOf(options);
  const takesLines = options.inputFormat === 'stream-json';
  const isPrint = options.print === true || takesLines || format !== 'text';
  const model = modelOf(options, io);
  // At a terminal one can choose; without one there is only the last.
  const isPicked = !isPrint && io.columns !== undefined && options.resume === true && !options.forkSession;
  const started = startChat({
    ...optionsOf(isPicked ? { ...options, resume: undefined } : options, io),
    callModel: model,
    entrypoint: isPrint ? 'sdk-cli' : 'cli',
    canAsk: !isPrint || options.permissionPromptTool === 'stdio',
  });
  const stop = () => started.interrupt();
  try {
    if (!isPrint) return await talk(started, isPicked ? ['/resume'] : words, io);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    return await runPrint({
      chat: started,
      prompt: takesLines ? undefined : promptOf(words, await pipedText(process.stdin)),
      lines: takesLines ? createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }) : undefined,
      format,
      partial: options.includePartialMessages === true,
      replay: options.replayUserMessages === true,
      apiKeySource: options.demo ? 'none' : 'ANTHROPIC_API_KEY',
      out: io.out,
      err: io.err,
      newUuid: randomUUID,
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await started.close();
  }
}

function formatOf({
  outputFormat = 'text',
  inputFormat = 'text',
}: ChatCommandOptions): 'text' | 'json' | 'stream-json' {
  if (outputFormat !== 'text' && outputFormat !== 'json' && outputFormat !== 'stream-json') {
    throw new UserError(`There is no output format "${outputFormat}".`, {
      hint: 'text, json, stream-json',
      isUsage: true,
    });
  }
  if (inputFormat !== 'text' && inputFormat !== 'stream-json') {
    throw new UserError(`There is no input format "${inputFormat}".`, { hint: 'text, stream-json', isUsage: true });
  }
  if (inputFormat === 'stream-json' && outputFormat !== 'stream-json') {
    throw new UserError('--input-format stream-json needs --output-format stream-json.', { isUsage: true });
  }
  return outputFormat;
}

function modelOf(options: ChatCommandOptions, io: Io): CallModel {
  if (options.demo) {
    const pause = () => waitFor(io.columns === undefined ? 0 : 15, new AbortController().signal);
    return scriptedModel(demoScript(randomUUID), { newUuid: randomUUID, pause });
  }
  const access = apiAccess(io.env);
  if (access) return anthropicModel(access, `unspool/${version}`);
  throw new UserError('There is no key for the Messages API.', {
    why: 'A chat sends what you write, and what tools find, to a model.',
    hint: 'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or try it without a model: unspool chat --demo',
  });
}

function optionsOf(options: ChatCommandOptions, io: Io): Omit<ChatOptions, 'callModel' | 'entrypoint' | 'canAsk'> {
  const configDir = configDirOf(io);
  const { env, home, platform } = io;
  const toolNames = toolList(options.tools);
  const maxTurns = maxTurnsOf(options.maxTurns);
  return {
    world: { now: Date.now, wait: waitFor, random: Math.random, newUuid: randomUUID, env, home, platform, fetch },
    configDir,
    cwd: io.cwd,
    priceOf: options.demo ? () => 0 : priceOf(pricesOf(io)),
    tools: allTools(),
    start: startOf(options, io),
    model: options.demo ? 'demo' : (options.model ?? (env['ANTHROPIC_MODEL'] || undefined)),
    permissionMode: modeOf(options),
    rules: rulesOf(options),
    additionalDirectories: options.addDir ?? [],
    ...(toolNames.length > 0 && { toolNames }),
    systemPrompt: options.systemPrompt,
    appendSystemPrompt: options.appendSystemPrompt,
    maxTurns,
    isTrusted: options.trust === true || isTrustedFolder(io.cwd, { home, configDir }),
  };
}

function modeOf({ permissionMode = 'default', dangerouslySkipPermissions }: ChatCommandOptions): PermissionMode {
  if (dangerouslySkipPermissions) return 'bypassPermissions';
  const mode = PERMISSION_MODES.find((each) => each === permissionMode);
  if (mode) return mode;
  const hint = PERMISSION_MODES.join(', ');
  throw new UserError(`There is no permission mode "${permissionMode}".`, { hint, isUsage: true });
}

function rulesOf({ allowedTools, disallowedTools }: ChatCommandOptions): PermissionRule[] {
  return [
    ...toolList(allowedTools).map((rule): PermissionRule => ({ behavior: 'allow', rule, source: 'cliArg' })),
    ...toolList(disallowedTools).map((rule): PermissionRule => ({ behavior: 'deny', rule, source: 'cliArg' })),
  ];
}

function maxTurnsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UserError(`--max-turns must be a number above 0, not "${given}".`, { isUsage: true });
}

/** A person at a terminal. */
function talk(started: Chat, words: string[], io: Io): Promise<number> {
  if (io.columns === undefined) {
    throw new UserError('A chat needs a terminal.', {
      hint: 'Without one, give a prompt in print mode: unspool chat -p "…"',
      isUsage: true,
    });
  }
  const { env, cwd, home } = io;
  return runTerminal(started, words.join(' '), { env, cwd, home, now: Date.now });
}
