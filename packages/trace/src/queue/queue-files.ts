import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, patiently, writeFully } from '@unspool/session/write';
import { inOneStep } from '../state/in-one-step.js';
import { removeFile } from '../state/remove-file.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { writeListed } from './listed-spans.js';

/** The folders of a sink's queue. Each queue file holds spans of one session and is complete before it becomes visible. */
export interface QueueFolders {
  staging: string;
  queue: string;
  listed: string;
  lost: string;
}

export function queueFolders(folder: TraceFolder, sink: string): QueueFolders {
  return {
    staging: folder.staging(sink),
    queue: folder.queue(sink),
    listed: folder.listed(sink),
    lost: folder.lost(sink),
  };
}

/** A span in the queue, on one line. */
export interface QueuedSpan {
  spanId: string;
  line: string;
}

export interface QueuedFile {
  name: string;
  path: string;
}

/** Files are split at this size, so that little of a queue is in memory at a time. */
const MAX_BYTES_OF_A_FILE = 2 * 1024 * 1024;

/**
 * Writes spans to the staging folder. `publish` makes them visible to the sender once the session's state counts them as
 * exported, so a process that dies in between neither loses a span nor queues it twice. Files are numbered; returns the last
 * number.
 */
export function stage(
  folders: QueueFolders,
  key: string,
  from: number,
  spans: readonly QueuedSpan[],
  now: number,
): number {
  if (spans.length === 0) return from;
  makeFolder(folders.staging, 0o700);
  let number = from;
  let part: QueuedSpan[] = [];
  let bytes = 0;
  const flush = () => {
    if (part.length > 0) stageFile(folders, nameOf(key, ++number, now), part);
    part = [];
    bytes = 0;
  };
  try {
    for (const span of spans) {
      if (bytes + span.line.length > MAX_BYTES_OF_A_FILE) flush();
      part.push(span);
      bytes += span.line.length;
    }
    flush();
  } catch (error) {
    // Partial files would keep a full disk full, and then the error could not be logged.
    publish(folders, key, from);
    throw error;
  }
  return number;
}

/** Writes the file before its list: a listed file that does not exist counts as lost. */
function stageFile({ staging, listed }: QueueFolders, name: string, spans: readonly QueuedSpan[]): void {
  writeWhole(join(staging, name), `${spans.map(({ line }) => line).join('\n')}\n`);
  writeListed(join(listed, name), spans);
}

/** Makes staged files up to number `upTo` visible and deletes later ones, which were never exported. */
export function publish(folders: QueueFolders, key: string, upTo: number): void {
  const staged = namesIn(folders.staging).filter((name) => keyOf(name) === key);
  if (staged.length === 0) return;
  makeFolder(folders.queue, 0o700);
  for (const name of staged) {
    const path = join(folders.staging, name);
    if (numberOf(name) <= upTo) patiently(() => renameSync(path, join(folders.queue, name)));
    else {
      removeFile(join(folders.listed, name));
      removeFile(path);
    }
  }
}

/** The files of a queue, oldest first. */
export function queuedFiles(queue: string): QueuedFile[] {
  return namesIn(queue)
    .sort()
    .map((name) => ({ name, path: join(queue, name) }));
}

/** The sessions with staged files: their processes died, or are about to publish. */
export function stagedKeys(staging: string): Set<string> {
  return new Set(namesIn(staging).map(keyOf));
}

/** Whether a session has queued or staged spans. */
export function hasFilesOf({ queue, staging }: QueueFolders, key: string): boolean {
  return [queue, staging].some((folder) => namesIn(folder).some((name) => keyOf(name) === key));
}

/** The size of the queue. Counting stops at `most`, beyond which the exact size does not matter. */
export function queuedBytes(queue: string, most: number): number {
  const files = queuedFiles(queue);
  if (files.length * MAX_BYTES_OF_A_FILE < most / 8) return 0;
  let sum = 0;
  for (const { path } of files) {
    sum += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (sum >= most) break;
  }
  return sum;
}

/** The time comes first, so that names sort by age. */
function nameOf(key: string, number: number, now: number): string {
  return `${String(now).padStart(15, '0')}_${String(number).padStart(9, '0')}_${key}.jsonl`;
}

export function keyOf(name: string): string {
  return name.slice(26, -'.jsonl'.length);
}

function numberOf(name: string): number {
  return Number(name.slice(16, 25));
}

/** The names of our files in a folder; anything else in it is ignored. */
export function namesIn(folder: string): string[] {
  // Usually the folder does not exist, and an exception is slower than checking first.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A file that a killed process left keeps its temporary name and is ignored. */
function writeWhole(path: string, text: string): void {
  inOneStep(path, (temporary) => {
    const fd = openSync(temporary, 'w', 0o600);
    try {
      writeFully(fd, Buffer.from(text));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}
