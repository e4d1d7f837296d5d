import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@unspool/session/write';
import type { Database } from '../sqlite/database.js';

/** The labels of a session. */
export interface Label {
  tags: string[];
  isPinned: boolean;
}

export type Labels = ReadonlyMap<string, Label>;

/** Changes to the labels of a session. */
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

/** All labels, without opening the index; undefined if their file is missing or damaged. */
export function readLabels(dataFolder: string): Labels | undefined {
  const kept = soundlyKept(dataFolder);
  return kept && labelsOf(kept);
}

/** All labels from the index. Rewrites their file if it is missing or damaged, and keeps a damaged one aside. */
export function repairLabels(database: Database, dataFolder: string): Labels {
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
 * Changes the labels of a session. The index has the labels for searching. A separate file has them too, since a broken index
 * is rebuilt from the sessions, which do not contain labels.
 */
export function changeLabel(
  { database, dataFolder }: { database: Database; dataFolder: string },
  sessionId: string,
  change: LabelChange & { now: number },
): Label {
  // The transaction also serves as a lock between processes.
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

/** A new index takes over the existing labels. */
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

/** Undefined if the file is missing or damaged; then the index decides. */
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

/** A number, written by hand, is accepted as a tag. */
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
