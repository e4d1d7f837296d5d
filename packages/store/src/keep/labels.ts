import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@unspool/session/write';
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

/** All labels, without opening the index; undefined when the file that holds them is missing or damaged. */
export function readLabels(dataFolder: string): Labels | undefined {
  const kept = soundlyKept(dataFolder);
  return kept && labelsOf(kept);
}

/** All labels from the index. The file that was missing or damaged is written anew; a damaged one is put aside. */
export function mendLabels(database: Database, dataFolder: string): Labels {
  const kept = keptIn(database);
  const file = join(dataFolder, FILE);
  if (hasAny(kept)) {
    if (existsSync(file)) renameSync(file, `${file}.broken`);
    writeKept(dataFolder, kept);
  }
  return labelsOf(kept);
}

function labelsOf({ tags, pins }: Kept): Labels {
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
  return labelsOf(readKept(dataFolder)).get(sessionId) ?? { tags: [], isPinned: false };
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
  return soundlyKept(dataFolder) ?? { version: 1, tags: [], pins: [] };
}

/** Undefined when there is none yet, or somebody damaged it: then the index has the last word. */
function soundlyKept(dataFolder: string): Kept | undefined {
  try {
    const value = JSON.parse(
      readFileSync(join(dataFolder, FILE), 'utf8').replace(/^\ufeff/, ''),
    ) as Partial<Kept> | null;
    if (!Array.isArray(value?.tags) || !Array.isArray(value.pins)) return undefined;
    return { version: 1, tags: value.tags.flatMap(tagOf), pins: value.pins.filter(isPin) };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A number that somebody wrote by hand is a tag as well. */
function tagOf(value: unknown): Kept['tags'] {
  const [sessionId, tag] = Array.isArray(value) ? value : [];
  if (typeof sessionId !== 'string' || (typeof tag !== 'string' && typeof tag !== 'number')) return [];
  return [[sessionId, String(tag)]];
}

function isPin(value: unknown): value is Kept['pins'][number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

function writeKept(dataFolder: string, kept: Kept): void {
  const text = `${JSON.stringify(kept, null, 1)}\n`;
  replaceFile(join(dataFolder, FILE), (sink) => sink.write(Buffer.from(text)));
}
