import type { ConfigFolder } from '@unspool/session';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { readMeta, writeChanged } from './meta.js';
import { type FileStamp, type LockedFolder, type Sweep, stampOfLook, sweep } from './sweep.js';

/** How all files stand now. */
export interface Look {
  stamps(): FileStamp[];
  /** In the order of the notes. */
  paths: readonly string[];
  /** The index has seen them so: there is nothing to read. */
  isKnown: boolean;
  /** Where the same files stand as before: those that look different. Undefined where all have to be compared. */
  changed: FileStamp[] | undefined;
  notes: Notes;
  /** What stands there is not known: it is neither new nor gone. */
  locked: readonly LockedFolder[];
}

/**
 * What is noted of all files: which there are, and how each looked. Compared as the texts they are: that is faster than
 * any hash, since Node's own take longer to load than all of this takes.
 */
type Notes = { [key in 'listing' | 'stamps' | 'kept']: string };

export interface LookOptions {
  prices: Prices;
  /** Sessions that stand only in the archive. */
  kept?: { stamp(): string };
}

/** Whether anything has changed since the index was brought up to date: the part of it that is needed every time. */
export function look(database: Database, configs: readonly ConfigFolder[], options: LookOptions): Look {
  const { prices, kept } = options;
  const { paths, looks, locked } = sweep(configs);
  const notes = {
    listing: paths.join('\n'),
    stamps: looks.join('\n'),
    kept: kept?.stamp() ?? '',
  };
  const known = readMeta(database, 'stamps');
  const areSameFiles =
    readMeta(database, 'listing') === notes.listing &&
    readMeta(database, 'kept') === notes.kept &&
    readMeta(database, 'tiers') === prices.tiers;
  const isKnown = areSameFiles && known === notes.stamps;
  const changed = areSameFiles && known !== undefined ? differing({ paths, looks }, known, notes.stamps) : undefined;
  return { stamps: () => stampsOf({ paths, looks }, () => true), paths, isKnown, changed, notes, locked };
}

type Files = Pick<Sweep, 'paths' | 'looks'>;

function differing(files: Files, before: string, now: string): FileStamp[] {
  if (before === now) return [];
  const old = before.split('\n');
  return stampsOf(files, (look, at) => old[at] !== look);
}

function stampsOf({ paths, looks }: Files, isWanted: (look: string, at: number) => boolean): FileStamp[] {
  return looks.flatMap((look, at) => (isWanted(look, at) ? [stampOfLook(paths[at] ?? '', look)] : []));
}

/**
 * From now on files that stand so are known. Those that could not be read are not: they are tried and told of each time,
 * since the right to read a file changes nothing of how it looks.
 */
export function noteSeen(database: Database, { notes, paths }: Look, unread: ReadonlySet<string> = new Set()): void {
  const stamps = unread.size === 0 ? notes.stamps : withoutLooks(notes.stamps, (at) => unread.has(paths[at] ?? ''));
  database.transaction(() => {
    // They are long, and an append changes only one of them.
    for (const [key, value] of Object.entries({ ...notes, stamps })) writeChanged(database, key, value);
  });
}

function withoutLooks(stamps: string, isUnread: (at: number) => boolean): string {
  const looks = stamps.split('\n');
  return looks.map((look, at) => (isUnread(at) ? '' : look)).join('\n');
}

/** The next look compares all files with what was read of them, whatever was noted. */
export function forgetSeen(database: Database): void {
  database.prepare("DELETE FROM meta WHERE key = 'stamps'").run();
}
