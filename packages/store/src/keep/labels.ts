import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@unspool/session';
import type { Database } from '../sqlite/database.js';

/** What people said about a session. */
export interface Label {
  tags: string[];
  isPinned: boolean;
}

export type Labels = ReadonlyMap<string, Label>;

/** What is to be said from now on. */
export interface LabelChange {
  add?: readonly string[];
  remove?: readonly string[];
  pin?: boolean;
}

const FILE = 'labels.json';

interface Kept {
  version: 1;
  tags: [sessionId: string, tag: string][];
  pins: [sessionId: string, time: number][];
}

/** All labels, without opening the index. */
export function readLabels(dataFolder: string): Labels {
  const { tags, pins } = readKept(dataFolder);
  const labels = new Map<string, Label>();
  const label = (sessionId: string): Label => {
    const known = labels.get(sessionId) ?? { tags: [], isPinned: false };
    labels.set(sessionId, known);
    return known;
  };
  for (const [sessionId, tag] of tags) label(sessionId).tags.push(tag);
  for (const [sessionId] of pins) label(sessionId).isPinned = true;
  return labels;
}

/**
 * Changes what is said about a session. The index holds the labels for searching; a file beside it holds them too,
 * because an index that breaks is made anew from the sessions, and these words stand in no session.
 */
export function changeLabel(
  { database, dataFolder }: { database: Database; dataFolder: string },
  sessionId: string,
  change: LabelChange & { now: number },
): Label {
  // The transaction is the lock as well: two processes that label at once write one after the other.
  database.transaction(() => {
    adopt(database, dataFolder);
    for (const tag of change.add ?? [])
      database.prepare('INSERT OR IGNORE INTO tags VALUES (?, ?)').run(sessionId, tag);
    for (const tag of change.remove ?? [])
      database.prepare('DELETE FROM tags WHERE session_id = ? AND tag = ?').run(sessionId, tag);
    if (change.pin === true) database.prepare('INSERT OR IGNORE INTO pins VALUES (?, ?)').run(sessionId, change.now);
    if (change.pin === false) database.prepare('DELETE FROM pins WHERE session_id = ?').run(sessionId);
    writeKept(dataFolder, keptIn(database));
  });
  return readLabels(dataFolder).get(sessionId) ?? { tags: [], isPinned: false };
}

/** A new index takes over what was said before there was one. */
export function adoptLabels(database: Database, dataFolder: string): void {
  const isEmpty = database.prepare('SELECT 1 FROM tags UNION ALL SELECT 1 FROM pins LIMIT 1').get() === undefined;
  if (isEmpty && hasAny(readKept(dataFolder))) database.transaction(() => adopt(database, dataFolder));
}

function adopt(database: Database, dataFolder: string): void {
  const here = keptIn(database);
  if (hasAny(here)) return;
  const { tags, pins } = readKept(dataFolder);
  for (const row of tags) database.prepare('INSERT OR IGNORE INTO tags VALUES (?, ?)').run(...row);
  for (const row of pins) database.prepare('INSERT OR IGNORE INTO pins VALUES (?, ?)').run(...row);
}

function hasAny({ tags, pins }: Kept): boolean {
  return tags.length + pins.length > 0;
}

function keptIn(database: Database): Kept {
  const tags = database.prepare('SELECT session_id, tag FROM tags ORDER BY 1, 2').all();
  const pins = database.prepare('SELECT session_id, time FROM pins ORDER BY 2, 1').all();
  return {
    version: 1,
    tags: tags.map((row) => [String(row['session_id']), String(row['tag'])]),
    pins: pins.map((row) => [String(row['session_id']), Number(row['time'])]),
  };
}

function readKept(dataFolder: string): Kept {
  const empty: Kept = { version: 1, tags: [], pins: [] };
  try {
    const value = JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')) as Partial<Kept>;
    return { ...empty, tags: pairs(value.tags), pins: pairs(value.pins) };
  } catch (error) {
    // None yet, or a file that somebody damaged: then the index has the last word.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
}

function pairs<T>(value: readonly T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((each) => Array.isArray(each) && each.length === 2) : [];
}

function writeKept(dataFolder: string, kept: Kept): void {
  const text = `${JSON.stringify(kept, null, 1)}\n`;
  replaceFile(join(dataFolder, FILE), (sink) => sink.write(Buffer.from(text)));
}
