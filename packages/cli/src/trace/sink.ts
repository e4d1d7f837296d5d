import { removeSink, sinksOf, sinksOnDisk } from '@unspool/trace';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { configOf } from './config-of.js';
import { installedEvents } from './hook-settings.js';
import { traceFolderOf } from './machine.js';
import { lookAtSettings, settingsFileOf } from './settings-file.js';

export interface RemoveOptions {
  force?: boolean;
  json?: boolean;
}

/** The opposite of `install --sink`. */
export function traceSinkRemove(name: string, { force = false, json = false }: RemoveOptions, io: Io): number {
  const folder = traceFolderOf(io);
  const known = new Set([...configOf(io).sinks.map((sink) => sink.name), ...sinksOnDisk(folder)]);
  if (!known.has(name)) throw unknownSink(name, [...known]);
  const removed = removeSink(folder, name, { now: () => io.now, withQueue: force });
  if (removed.kind === 'busy') {
    throw new UserError(`Another process is sending to ${name}.`, { hint: 'Try again in a moment.' });
  }
  if (removed.kind === 'waiting') {
    throw new UserError(`Some spans still wait to be sent to ${name}.`, {
      hint: `Send them: unspool trace backfill --sink ${name}. Or delete them too: unspool trace sink remove ${name} --force`,
    });
  }
  const left = sinksOf(configOf(io), io.env).map((sink) => sink.name);
  if (json) io.out(`${JSON.stringify({ removed: name, left }, null, 2)}\n`);
  else io.out(`Removed ${name}. Data it has received stays there.\n${adviceOn(left, name, io)}`);
  return 0;
}

function unknownSink(name: string, known: readonly string[]): UserError {
  const hint = known.length === 0 ? 'No sink is set up.' : `The sinks are: ${known.join(', ')}`;
  return new UserError(`There is no sink "${safeLine(name)}".`, { hint });
}

function adviceOn(left: readonly string[], removed: string, io: Io): string {
  if (left.includes(removed)) return 'The LANGFUSE_… keys in your environment still name one.\n';
  if (left.length > 0) return '';
  const hasHooks = (['user', 'project'] as const).some(
    (scope) => installedEvents(lookAtSettings(settingsFileOf(scope, io)).settings).length > 0,
  );
  return hasHooks ? 'No sink is left: the hooks have nothing to do. Remove them: unspool trace uninstall\n' : '';
}
