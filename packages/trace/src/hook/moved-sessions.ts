import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { readRange, splitBytes } from '@unspool/session/read';

/**
 * The id of the session that the client was started with, from the last lines of a file. It differs from the file's own
 * after /clear, /branch or plan mode: they open a new file in the running client, whose lines keep the first id as
 * `session_id`.
 */
export function startedAs(file: string): string | undefined {
  let id: string | undefined;
  for (const object of objectsIn(file, 'tail')) {
    const { session_id: named } = object;
    if (typeof named === 'string' && isSessionId(named)) id = named;
  }
  return id;
}

/** The other files of the same client run that began before this one, newest first. */
export function movedFrom(file: string, started: string): string[] {
  const folder = dirname(file);
  const first = join(folder, `${started}.jsonl`);
  const since = beginOf(first);
  const own = beginOf(file);
  if (since === undefined || own === undefined) return [];
  return recentIn(folder, since)
    .filter((each) => each !== file && each !== first && isNamedIn(each, started) && startedAs(each) === started)
    .map((each) => ({ each, begin: beginOf(each) ?? Number.POSITIVE_INFINITY }))
    .filter(({ begin }) => begin <= own)
    .sort((a, b) => b.begin - a.begin)
    .map(({ each }) => each);
}

/** A hook searches only this many files, since a project may have years of them. */
const MAX_FILES = 200;

/** Files that were last written before the client started cannot be its files. */
function recentIn(folder: string, since: number): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && isSessionId(parse(name).name))
    .map((name) => join(folder, name))
    .map((file) => ({ file, stats: lstatSync(file, { throwIfNoEntry: false }) }))
    .filter(({ stats }) => stats?.isFile() && stats.mtimeMs >= since)
    .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))
    .slice(0, MAX_FILES)
    .map(({ file }) => file);
}

/** Replies are near the end, and the first prompt near the start. */
const SOME_BYTES = 256 * 1024;

/** The first time in a file. */
function beginOf(file: string): number | undefined {
  for (const { timestamp } of objectsIn(file, 'head')) {
    const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

function isNamedIn(file: string, id: string): boolean {
  const bytes = bytesOf(file, 'tail');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(id);
}

function* objectsIn(file: string, part: 'head' | 'tail'): Generator<JsonObject> {
  for (const line of splitBytes(bytesOf(file, part))) if (line.state === 'whole') yield* line.objects;
}

function bytesOf(file: string, part: 'head' | 'tail'): Uint8Array {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return new Uint8Array(0);
  const from = part === 'head' ? 0 : Math.max(0, stats.size - SOME_BYTES);
  return readRange(file, from, Math.min(SOME_BYTES, stats.size - from));
}
