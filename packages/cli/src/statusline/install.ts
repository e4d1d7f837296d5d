import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { type Changed, putInto, type SettingsPart, takeFrom } from '../trace/change-settings.js';
import { addTo, edited, insteadOf, styleOf, takeOut } from '../trace/settings/json-edit.js';
import { memberOf, placesIn } from '../trace/settings/json-places.js';
import { settingsFileOf } from '../trace/settings-file.js';
import { UserError } from '../user-error.js';

const KEY = 'statusLine';
const OURS = /\bunspool(\.js)?"? statusline\b/;

/** Adds the status line to the user's settings. Another program's status line is not replaced. */
export function installStatusline({ json }: { json?: boolean }, io: Io): number {
  const file = settingsFileOf('user', io);
  return print(putInto(file, statuslinePart(file), world(io)), { file, json, verb: 'written to' }, io);
}

export function uninstallStatusline({ json }: { json?: boolean }, io: Io): number {
  const file = settingsFileOf('user', io);
  return print(takeFrom(file, statuslinePart(file), world(io)), { file, json, verb: 'removed from' }, io);
}

function world(io: Io) {
  return { records: join(dataFolder(io), 'statusline'), now: io.now };
}

function statuslinePart(file: string): SettingsPart {
  return {
    isThere: (settings) => isOurs(settings[KEY]),
    isAsWanted: (settings) => isOurs(settings[KEY]),
    put: (text) => {
      const value = { type: 'command', command: 'unspool statusline' };
      if (text.trim() === '') return `${JSON.stringify({ [KEY]: value }, null, 2)}\n`;
      const root = placesIn(text);
      const known = memberOf(root, KEY);
      if (root.kind !== 'object') throw new Error('settings are an object');
      if (!known) return edited(text, [addTo(text, root, { key: KEY, value }, styleOf(text, root))]);
      if (text.slice(known.from, known.to) !== 'null') {
        throw new UserError(`${file} has another status line.`, {
          hint: 'Nothing was changed. Remove the other one first.',
        });
      }
      return edited(text, [insteadOf(text, known, value, styleOf(text, root))]);
    },
    take: (text) => {
      const root = placesIn(text);
      if (root.kind !== 'object') return text;
      const at = root.members.findLastIndex(({ key }) => key === KEY);
      return at < 0 ? text : edited(text, [takeOut(root, at)]);
    },
    rest: ({ [KEY]: value, ...rest }) =>
      JSON.stringify(isOurs(value) || value === null ? rest : { ...rest, [KEY]: value }),
  };
}

function isOurs(value: unknown): boolean {
  const command = typeof value === 'object' && value !== null ? (value as { command?: unknown }).command : undefined;
  return typeof command === 'string' && OURS.test(command);
}

function print(
  change: Changed,
  { file, json, verb }: { file: string; json: boolean | undefined; verb: string },
  io: Io,
): number {
  const backup = change.isChanged ? change.write() : undefined;
  if (json)
    io.out(`${JSON.stringify({ settings: file, changed: change.isChanged, backup: backup ?? null }, null, 2)}\n`);
  else if (!change.isChanged) io.out(`There is nothing to change in ${file}\n`);
  else
    io.out(
      `The status line was ${verb} ${file}\n${backup === undefined ? '' : `The previous version is in: ${backup}\n`}`,
    );
  return 0;
}
