import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, parse } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { statOf } from './list-folder.js';

const MAX_NOTE = 1024 * 1024;

/**
 * Returns the title from `custom-title.json` in the session's folder: the one shown in the client's list of sessions.
 */
export function notedTitleOf(main: string): string | undefined {
  const title = readNote(main, 'custom-title.json')?.['customTitle'];
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** When and by which program a session was archived in the client, as far as `archived.json` records it. */
export interface ClientArchive {
  /** As written: an ISO time, or milliseconds. */
  at: string | number | null;
  by: string | null;
}

/** Returns when the user archived the session in the client; undefined if they did not. */
export function clientArchiveOf(main: string): ClientArchive | undefined {
  const note = readNote(main, 'archived.json');
  if (note?.['archived'] !== true) return undefined;
  const { at, by } = note;
  return {
    at: typeof at === 'string' || typeof at === 'number' ? at : null,
    by: typeof by === 'string' ? by : null,
  };
}

/** Returns undefined for a file that is missing, too large or not a JSON object. */
function readNote(main: string, name: string): JsonObject | undefined {
  return readJsonObject(join(dirname(main), basename(main, '.jsonl'), name), MAX_NOTE);
}

/** Returns the object in a JSON file; undefined if there is none, or the file is not regular or is too large. */
export function readJsonObject(file: string, maxBytes: number): JsonObject | undefined {
  const stats = statOf(file);
  if (!stats?.isFile() || stats.size > maxBytes) return undefined;
  try {
    const value = parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    // Forbidden, or deleted since.
    return undefined;
  }
}
