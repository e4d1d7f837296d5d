import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { isRecord, readJson, writeJson, writeJsonLightly } from './json-file.js';
import { removeFile } from './remove-file.js';
import { sessionKey, type TraceFolder } from './trace-folder.js';

/** A session that may still have something to export. Forgotten once it has ended. */
export interface OpenSession {
  file: string;
  /** Whether the sessions that it came out of were exported. */
  isRecovered: boolean;
  /** An event that a hook left to the worker. */
  pending?: { isEnded?: boolean; isStopped?: boolean; at?: number };
}

export function readOpenSession(folder: TraceFolder, file: string): OpenSession | undefined {
  return readJson(fileFor(folder, file), isOpenSession);
}

export function rememberSession(folder: TraceFolder, session: OpenSession): void {
  const known = readOpenSession(folder, session.file);
  if (JSON.stringify(known) === JSON.stringify(session)) return;
  writeJson(fileFor(folder, session.file), session);
}

/** Does not wait for the disk. If a power cut loses the note, the session counts as ended after a long quiet time. */
export function rememberEnd(folder: TraceFolder, file: string, at: number): void {
  const isRecovered = readOpenSession(folder, file)?.isRecovered === true;
  writeJsonLightly(fileFor(folder, file), { file, isRecovered, pending: { isEnded: true, at } } satisfies OpenSession);
}

/**
 * Records the new state of a session; `undefined` forgets it. Does nothing if a hook has written since `before` was read: a
 * session may end while a worker is exporting it, and the hook that reports this starts a worker of its own.
 */
export function settleSession(folder: TraceFolder, before: OpenSession, after: OpenSession | undefined): void {
  const { file } = before;
  if (JSON.stringify(readOpenSession(folder, file)) !== JSON.stringify(before)) return;
  if (!after) forgetSession(folder, file);
  else if (JSON.stringify(after) !== JSON.stringify(before)) writeJsonLightly(fileFor(folder, file), after);
}

export function forgetSession(folder: TraceFolder, file: string): void {
  removeFile(fileFor(folder, file));
}

export function openSessions(folder: TraceFolder): OpenSession[] {
  const place = join(folder.root, 'open');
  makeFolder(place, 0o700);
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson(join(place, name), isOpenSession) ?? []);
}

function fileFor(folder: TraceFolder, file: string): string {
  return join(folder.root, 'open', `${sessionKey(file)}.json`);
}

function isOpenSession(value: unknown): value is OpenSession {
  return isRecord(value) && typeof value['file'] === 'string' && typeof value['isRecovered'] === 'boolean';
}
