import type { FileMark, Held, SessionKey, SharedSession } from '../contract/model.js';
import { textOf } from './binary-json.js';
import type { Row } from './clickhouse.js';

/** A session's row. It gets a new epoch each time it is shared again; rows of other epochs are ignored. */
export type StoredSession = SharedSession & { epoch: number; isForgotten?: boolean };

/** The newest row of each key. Servers may return older ones, too. */
export function newestBy(rows: readonly Row[], keyOfRow: (row: Row) => string): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOfRow(row);
    const known = newest.get(key);
    if (!known || Number(row['version']) > Number(known['version'])) newest.set(key, row);
  }
  return [...newest.values()];
}

export function keyOf({ owner, session }: SessionKey): string {
  return `${owner}/${session}`;
}

export function storedOf(row: Row): StoredSession {
  return { ...(JSON.parse(textOf(String(row['json']))) as SharedSession), epoch: Number(row['epoch']) };
}

/** The session without what only the store needs. */
export function shown({ epoch: _, isForgotten: __, ...session }: StoredSession): SharedSession {
  return session;
}

function isLater(a: Held, b: Held): boolean {
  return a.generation > b.generation || (a.generation === b.generation && a.bytes > b.bytes);
}

/** How much of the newest generation of each file has arrived. */
export function heldIn(rows: readonly Row[], epoch: number): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const row of rows) {
    if (Number(row['epoch']) !== epoch) continue;
    const file = textOf(String(row['file']));
    const each = { generation: Number(row['generation']), bytes: Number(row['bytes']) };
    const known = held.get(file);
    if (!known || isLater(each, known)) held.set(file, each);
  }
  return held;
}

/** The newest complete generation of each file, and how far it is complete. */
export function shownMarks(rows: readonly Row[], epoch: number): FileMark[] {
  const marks = new Map<string, FileMark>();
  for (const row of rows) {
    if (Number(row['whole']) !== 1 || Number(row['epoch']) !== epoch) continue;
    const file = textOf(String(row['file']));
    const mark = {
      owner: String(row['owner']),
      session: String(row['session']),
      file,
      generation: Number(row['generation']),
      bytes: Number(row['bytes']),
      sha256: String(row['sha256']),
    };
    const known = marks.get(file);
    if (!known || isLater(mark, known)) marks.set(file, mark);
  }
  return [...marks.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}
