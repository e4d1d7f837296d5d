import type { ConfigFolder } from '@unspool/session';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { readMeta, writeChanged } from './meta.js';
import { type FileStamp, type LockedFolder, type Sweep, stampOfLook, sweep } from './sweep.js';

/** The current state of all files. */
export interface Look {
  stamps(): FileStamp[];
  /** Paths in the order of the notes. */
  paths: readonly string[];
  /** The index is up to date with this state. */
  isKnown: boolean;
  /** The changed files, if the list of files is the same as before; undefined if all must be compared. */
  changed: FileStamp[] | undefined;
  notes: Notes;
  /** Folders that cannot be read: their files count as neither new nor deleted. */
  locked: readonly LockedFolder[];
}

/**
 * Notes on all files: their list, and the state of each. Compared as plain texts, since just loading Node's hash functions
 * takes longer than that.
 */
type Notes = { [key in 'listing' | 'stamps' | 'kept']: string };

export interface LookOptions {
  prices: Prices;
  /** A stamp of the archive. */
  kept?: { stamp(): string };
}

/** Checks whether anything has changed since the index was updated. Runs every time, so it must be fast. */
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
 * Records that the index is up to date with this state. Unreadable files are left out, so that they are tried and reported
 * each time: a change of permissions does not change a file's size or time.
 */
export function noteSeen(database: Database, { notes, paths }: Look, unread: ReadonlySet<string> = new Set()): void {
  const stamps = unread.size === 0 ? notes.stamps : withoutLooks(notes.stamps, (at) => unread.has(paths[at] ?? ''));
  database.transaction(() => {
    // The notes are long, and appending to a file changes only one of them.
    for (const [key, value] of Object.entries({ ...notes, stamps })) writeChanged(database, key, value);
  });
}

function withoutLooks(stamps: string, isUnread: (at: number) => boolean): string {
  const looks = stamps.split('\n');
  return looks.map((look, at) => (isUnread(at) ? '' : look)).join('\n');
}

/** Makes the next update compare all files with the index. */
export function forgetSeen(database: Database): void {
  database.prepare("DELETE FROM meta WHERE key = 'stamps'").run();
}
