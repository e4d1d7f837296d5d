import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ask, checkSink, type SinkConfig, sinksOf } from '@unspool/trace';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { safeLine } from '../terminal/safe.js';
import { configOf } from './config-of.js';
import { hookFileIn } from './hook-command.js';
import { bundledHook } from './hook-file.js';
import { installedCommands, installedEvents, type Settings } from './hook-settings.js';
import { traceFolderOf } from './machine.js';
import { whyNoFolder } from './require-folders.js';
import { lookAtSettings, settingsFileOf } from './settings-file.js';

interface Check {
  what: string;
  isOk: boolean;
  message: string;
}

/** Checks everything that a turn needs to arrive. Exits with 1 if something is wrong. */
export async function traceDoctor(options: { json?: boolean }, io: Io): Promise<number> {
  const config = configOf(io);
  const sinks = sinksOf(config, io.env);
  const checks: Check[] = [hooksCheck(io), ...switchChecks(io), configCheck(io), ...folderChecks(sinks, io)];
  if (sinks.length === 0)
    checks.push({ what: 'sinks', isOk: false, message: 'none; see: unspool trace install --help' });
  const answers = sinks.map(async (sink) => ({
    what: sink.name,
    ...(await checkSink(sink, ask)),
  }));
  checks.push(...(await Promise.all(answers)));
  if (options.json) io.out(`${JSON.stringify(checks, null, 2)}\n`);
  else {
    const paint = colours(io.hasColour);
    for (const { what, isOk, message } of checks) {
      io.out(`${isOk ? paint.green('ok  ') : paint.red('bad ')} ${what}: ${safeLine(message)}\n`);
    }
  }
  return checks.every((check) => check.isOk) ? 0 : 1;
}

function hooksCheck(io: Io): Check {
  for (const scope of ['user', 'project'] as const) {
    const file = settingsFileOf(scope, io);
    const { settings, problem } = lookAtSettings(file);
    if (problem !== undefined) return { what: 'hooks', isOk: false, message: problem };
    if (installedEvents(settings).length === 0) continue;
    const missing = namedHook(settings);
    if (missing !== undefined)
      return { what: 'hooks', isOk: false, message: `${missing} is missing; run install again` };
    return { what: 'hooks', isOk: true, message: file };
  }
  const hint = existsSync(bundledHook(io)) ? 'run: unspool trace install' : 'the hook itself is missing: npm run build';
  return { what: 'hooks', isOk: false, message: `not in the client's settings; ${hint}` };
}

/** The client runs no hooks if one of its settings disables them. */
function switchChecks(io: Io): Check[] {
  const files = [settingsFileOf('user', io), settingsFileOf('project', io), join(io.cwd, '.claude', 'settings.json')];
  // In the home folder the project's file is the user's own.
  return [...new Set(files)]
    .filter((file) => lookAtSettings(file).settings['disableAllHooks'] === true)
    .map((file) => ({
      what: 'hooks',
      isOk: false,
      message: `the client runs no hooks: ${file} says "disableAllHooks": true`,
    }));
}

/** The path of our hook in the settings, if that file does not exist. */
function namedHook(settings: Settings): string | undefined {
  return installedCommands(settings)
    .flatMap((command) => hookFileIn(command) ?? [])
    .find((file) => !existsSync(file));
}

function folderChecks(sinks: readonly SinkConfig[], io: Io): Check[] {
  const message = whyNoFolder(sinks, io);
  return message === undefined ? [] : [{ what: 'data', isOk: false, message }];
}

function configCheck(io: Io): Check {
  const { config } = traceFolderOf(io);
  const mode = statSync(config, { throwIfNoEntry: false })?.mode;
  // Not an error: sinks may come from the environment.
  if (mode === undefined) return { what: 'config', isOk: true, message: `${config} does not exist` };
  const isOpen = io.platform !== 'win32' && (mode & 0o077) !== 0;
  if (!isOpen) return { what: 'config', isOk: true, message: config };
  return { what: 'config', isOk: false, message: `other users can read its keys: chmod 600 ${config}` };
}
