import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type AddedServers,
  addServers,
  allTools,
  BackgroundTasks,
  type Chat,
  type ChatOptions,
  isTrustedFolder,
  PERMISSION_MODES,
  type PermissionMode,
  type PermissionRule,
  readSettings,
  savePermission,
  startChat,
  type Tool,
  waitFor,
} from '@unspool/agent';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';
import { checkGiven, toolNamesOf } from './check-given.js';
import type { ChatCommandOptions } from './command-options.js';
import { modelOf } from './model.js';
import { configDirOf, lockFolderOf, startOf } from './open.js';
import { priceOf } from './price.js';
import { sandboxSettings } from './sandbox.js';
import { settingsOf, sourcesOf } from './settings.js';
import { toolList } from './tool-list.js';

/** Starts a chat as the options say, with the MCP servers of its folder. */
export async function start(
  options: ChatCommandOptions,
  io: Io,
  given: { entrypoint: 'cli' | 'sdk-cli'; canAsk: boolean },
): Promise<Chat> {
  const fixed = optionsOf(options, io);
  const callModel = modelOf(options, io);
  // Servers add their tools once they are connected.
  const tools = [...fixed.tools];
  const servers = options.demo ? undefined : serversOf(tools, options, io);
  await servers?.ready;
  let reached: Promise<void> | undefined;
  const beforeTurn = async () => reached;
  const states = () => servers?.servers.states() ?? [];
  const chat = startChat({ ...fixed, tools, callModel, beforeTurn, servers: states, ...given });
  const [close, configure] = [chat.close.bind(chat), chat.configure.bind(chat)];
  chat.configure = (added) => {
    configure(added);
    if (added.servers?.length) reached = servers?.servers.add(added.servers);
  };
  chat.close = async () => {
    await close();
    await servers?.close();
  };
  return chat;
}

function serversOf(tools: Tool[], options: ChatCommandOptions, io: Io): AddedServers {
  const { cwd, home, env } = io;
  const warn = (message: string) => io.err(`${safeLine(message)}\n`);
  // Mistakes in the settings were reported when permissions were read.
  const sources = sourcesOf(options.settingSources);
  const settings = readSettings({ configDir: configDirOf(io), projectDir: cwd, sources }, () => undefined);
  const given = options.mcpConfig ?? [];
  const named = { given, onlyGiven: options.strictMcpConfig === true };
  return addServers(tools, {
    projectDir: cwd,
    home,
    env,
    settings,
    trustsServers: options.trust === true,
    tell: warn,
    ...named,
  });
}

function optionsOf(options: ChatCommandOptions, io: Io): Omit<ChatOptions, 'callModel' | 'entrypoint' | 'canAsk'> {
  const configDir = configDirOf(io);
  const { env, home, platform } = io;
  const maxTurns = maxTurnsOf(options.maxTurns);
  const isTrusted = options.trust === true || isTrustedFolder(io.cwd, { home, configDir });
  const folders = { configDir, projectDir: io.cwd };
  const settingSources = sourcesOf(options.settingSources);
  const settings = settingsOf({ ...folders, sources: settingSources }, isTrusted, io);
  const tasks = new BackgroundTasks();
  const tools = allTools(folders, tasks);
  const known = tools.map(({ name }) => name);
  const toolNames = toolNamesOf(options.tools, known, io);
  checkGiven(options, io);
  return {
    world: { now: Date.now, wait: waitFor, random: Math.random, newUuid: randomUUID, env, home, platform, fetch },
    configDir,
    cwd: io.cwd,
    priceOf: options.demo ? () => 0 : priceOf(pricesOf(io)),
    tools,
    tasks,
    start: startOf(options, io),
    lockFolder: lockFolderOf(io),
    model: options.demo ? 'demo' : (options.model ?? (env['ANTHROPIC_MODEL'] || undefined)),
    permissionMode: modeOf(options, settings.defaultMode),
    rules: [...settings.rules, ...rulesOf(options)],
    additionalDirectories: [
      ...settings.additionalDirectories,
      ...(options.addDir ?? []).map((folder) => resolve(io.cwd, folder)),
    ],
    savePermission: (update) => {
      const fault = savePermission(update, folders);
      if (fault !== undefined) io.err(`${safeLine(fault)}\n`);
    },
    ...(toolNames && { toolNames }),
    systemPrompt: options.systemPrompt,
    appendSystemPrompt: options.appendSystemPrompt,
    maxTurns,
    maxBudget: maxBudgetOf(options.maxBudgetUsd),
    isTrusted,
    sandbox: sandboxSettings(options, { ...folders, sources: settingSources, isTrusted }, io),
    settingSources,
  };
}

function modeOf(
  { permissionMode, dangerouslySkipPermissions }: ChatCommandOptions,
  usual: PermissionMode | undefined,
): PermissionMode {
  if (dangerouslySkipPermissions) return 'bypassPermissions';
  if (permissionMode === undefined) return usual ?? 'default';
  const mode = PERMISSION_MODES.find((each) => each === permissionMode);
  if (mode) return mode;
  const hint = `Use one of: ${PERMISSION_MODES.join(', ')}.`;
  throw new UserError(`There is no permission mode "${permissionMode}".`, { hint, isUsage: true });
}

function rulesOf({ allowedTools, disallowedTools }: ChatCommandOptions): PermissionRule[] {
  return [
    ...toolList(allowedTools, '--allowedTools').map(
      (rule): PermissionRule => ({ behavior: 'allow', rule, source: 'cliArg' }),
    ),
    ...toolList(disallowedTools, '--disallowedTools').map(
      (rule): PermissionRule => ({ behavior: 'deny', rule, source: 'cliArg' }),
    ),
  ];
}

function maxTurnsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UserError(`--max-turns must be a number above 0, not "${given}".`, { isUsage: true });
}

function maxBudgetOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const dollars = Number(given);
  if (dollars > 0) return dollars;
  throw new UserError(`--max-budget-usd must be a number above 0, not "${given}".`, { isUsage: true });
}
