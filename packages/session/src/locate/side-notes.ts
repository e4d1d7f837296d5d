import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, parse } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { statOf } from './look.js';

const MAX_NOTE = 1024 * 1024;

/** The title in `custom-title.json` of the session's folder: the one that the client's list of sessions shows. */
export function notedTitleOf(main: string): string | undefined {
  const title = readNote(main, 'custom-title.json')?.['customTitle'];
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** Who archived a session in the client, and when, as far as `archived.json` says. */
export interface ClientArchive {
  /** As written: an ISO time, or milliseconds. */
  at: string | number | null;
  by: string | null;
}

/** Undefined unless the user archived the session in the client. */
export function clientArchiveOf(main: string): ClientArchive | undefined {
  const note = readNote(main, 'archived.json');
  if (note?.['archived'] !== true) return undefined;
  const { at, by } = note;
  return {
    at: typeof at === 'string' || typeof at === 'number' ? at : null,
    by: typeof by === 'string' ? by : null,
  };
}

/** A file that is missing, too large or no JSON object says nothing. */
function readNote(main: string, name: string): JsonObject | undefined {
  return readJsonObject(join(dirname(main), basename(main, '.jsonl'), name), MAX_NOTE);
}

/** The object in a JSON file; undefined when there is none, or it is no regular file or a larger one. */
export function readJsonObject(file: string, maxBytes: number): JsonObject | undefined {
  const stats = statOf(file);
  if (!stats?.isFile() || stats.size > maxBytes) return undefined;
  try {
    const value = parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    // Forbidden, or gone since.
    return undefined;
  }
}
