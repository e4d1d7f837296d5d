import { resolve } from 'node:path';
import { type SinkConfig, sinksOf, type TraceConfig, writeConfig } from '@unspool/trace';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { type Changed, putHooks, takeHooks } from './change-settings.js';
import { configOf } from './config-of.js';
import { configuredHome, hookCommand } from './hook-command.js';
import { hookFileFor } from './hook-file.js';
import { traceFolderOf } from './machine.js';
import { requireFolders } from './require-folders.js';
import { refuseSameFile } from './same-file.js';
import { type Scope, settingsFileOf } from './settings-file.js';
import { settled } from './settle-sinks.js';
import { headersOf, placeOf, refuseIdleHeaders, refuseNamesakes, sinkFrom } from './sink-spec.js';

export interface InstallOptions {
  scope?: string;
  sink?: string[];
  header?: string[];
  content?: string;
  userId?: string;
  json?: boolean;
}

/** Adds hooks to the client's settings and sinks to our configuration. */
export function traceInstall(options: InstallOptions, io: Io): number {
  const config = configured(options, io);
  const sinks = sinksOf(config, io.env);
  if (sinks.length === 0) {
    throw new UserError('No sink is configured.', {
      hint: 'Name a sink: --sink langfuse, --sink otlp:http://localhost:4318 or --sink file:PATH',
      isUsage: true,
    });
  }
  requireFolders('write', sinks, io);
  const home = configuredHome(io);
  const started = { node: process.execPath, file: hookFileFor(io), platform: io.platform };
  const command = hookCommand({ ...started, ...(home !== undefined && { home }) });
  const hook = { command, platform: io.platform };
  const settingsFile = settingsFileOf(scopeOf(options), io);
  const hooks = putHooks(settingsFile, hook, settingsWorld(io));
  // After all checks have passed. Keys from the environment are saved, because a hook may not see them.
  settled(sinks, io);
  writeConfig(traceFolderOf(io), { ...config, sinks });
  const { changed, backup } = written(hooks);
  if (options.json) {
    const shown = sinks.map((sink) => ({ name: sink.name, type: sink.type, to: placeOf(sink) }));
    io.out(
      `${JSON.stringify({ settings: settingsFile, changed, backup, content: config.content, sinks: shown }, null, 2)}\n`,
    );
    return 0;
  }
  io.out(`${changed ? 'Hooks written to' : 'Hooks are already in'} ${settingsFile}\n`);
  if (backup !== undefined) io.out(`The previous version is in: ${backup}\n`);
  for (const sink of sinks) io.out(`${sink.name}: ${placeOf(sink)}\n`);
  io.out(`${CONTENT[config.content]}\nTry it: unspool trace doctor\n`);
  return 0;
}

const CONTENT = {
  full: 'Everything is sent as it is, including secrets.',
  redacted: 'Secrets are replaced before anything leaves this machine.',
  none: 'Only names, times and token counts are sent.',
};

/** Removes exactly what install added. Keeps the configuration and the queue. */
export function traceUninstall(options: Pick<InstallOptions, 'scope' | 'json'>, io: Io): number {
  const settingsFile = settingsFileOf(scopeOf(options), io);
  const { changed, backup } = written(takeHooks(settingsFile, settingsWorld(io)));
  if (options.json) io.out(`${JSON.stringify({ settings: settingsFile, changed, backup }, null, 2)}\n`);
  else io.out(changed ? `Hooks removed from ${settingsFile}\n` : `${settingsFile} has no hooks of Unspool\n`);
  return 0;
}

function settingsWorld(io: Io) {
  return { folder: traceFolderOf(io), now: io.now };
}

function written(change: Changed): { changed: boolean; backup?: string } {
  if (!change.isChanged) return { changed: false };
  const backup = change.write();
  return { changed: true, ...(backup !== undefined && { backup }) };
}

function scopeOf({ scope = 'user' }: Pick<InstallOptions, 'scope'>): Scope {
  if (scope === 'user' || scope === 'project') return scope;
  throw new UserError(`There is no scope "${scope}".`, { hint: 'Use user or project.', isUsage: true });
}

function configured({ sink = [], header = [], content, userId }: InstallOptions, io: Io): TraceConfig {
  const config = configOf(io);
  const certificates = io.env['NODE_EXTRA_CA_CERTS'];
  const sinks = new Map(config.sinks.map((each): [string, SinkConfig] => [each.name, each]));
  const made = sink.map((spec) => sinkFrom(spec, headersOf(header), io));
  refuseNamesakes(made);
  refuseIdleHeaders(header, made);
  for (const each of made) sinks.set(each.name, each);
  refuseSameFile([...sinks.values()]);
  return {
    ...config,
    sinks: [...sinks.values()],
    ...(content !== undefined && { content: contentOf(content) }),
    ...(userId !== undefined && { userId }),
    // A hook may not see this variable either.
    ...(certificates && { certificates: resolve(io.cwd, certificates) }),
  };
}

export function contentOf(text: string): TraceConfig['content'] {
  if (text === 'full' || text === 'redacted' || text === 'none') return text;
  throw new UserError(`"${text}" is not a content mode.`, { hint: 'Use full, redacted or none.', isUsage: true });
}
