import type { BackfillOptions } from '../commands/trace-backfill.js';

/** What was asked of a backfill, as the program understands it; undefined where the program is needed. */
export function plainBackfill([command, sub, ...given]: readonly string[]): BackfillOptions | undefined {
  if (command !== 'trace' || sub !== 'backfill') return undefined;
  const options: BackfillOptions = {};
  for (let at = 0; at < given.length; at++) {
    const flag = given[at] ?? '';
    const switched = SWITCHES.get(flag);
    const named = VALUES.get(flag);
    if (switched) options[switched] = true;
    else {
      const value = given[++at];
      if (!named || value === undefined || value === '' || value.startsWith('-')) return undefined;
      if (named === 'sink') options.sink = [...(options.sink ?? []), value];
      else options[named] = value;
    }
  }
  return options;
}

const SWITCHES: ReadonlyMap<string, 'json' | 'dryRun'> = new Map([
  ['--json', 'json'],
  ['--dry-run', 'dryRun'],
  ['-n', 'dryRun'],
] as const);

const VALUES: ReadonlyMap<string, 'sink' | 'content' | 'since' | 'project'> = new Map([
  ['--sink', 'sink'],
  ['--content', 'content'],
  ['--since', 'since'],
  ['-s', 'since'],
  ['--project', 'project'],
  ['-p', 'project'],
] as const);
