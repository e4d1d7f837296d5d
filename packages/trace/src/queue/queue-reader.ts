import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentSpan } from '../otlp/sent-span.js';
import { isRecord, readJson, writeJson } from '../state/json-file.js';
import { removeFile } from '../state/remove-file.js';
import { hashOf, readListed } from './listed-spans.js';
import { noteLost, noteMissing } from './lost-spans.js';
import { type QueuedFile, type QueueFolders, queuedFiles } from './queue-files.js';

/** Some spans of the queue, and where they come from. */
export interface Batch {
  spans: SentSpan[];
  /** The reader's position once all of them are settled. */
  position: Position;
  /** The file and line of each span. */
  places: { file: string; line: number }[];
}

/** Settled files, and the number of settled spans in the next one. */
interface Position {
  files: string[];
  part?: { file: string; spans: number };
}

export interface BatchLimits {
  spans: number;
  /** Size of the spans' JSON before compression. */
  bytes: number;
}

/**
 * Reads spans from a queue in batches. Only one process may do so at a time. The position is written before files are
 * deleted, so that a kill in between does not send anything twice. Spans that a file should hold but does not are recorded
 * as lost.
 */
export class QueueReader {
  private readonly cursorFile: string;
  private readonly cursor: Position;
  /** Number of lost spans: damaged, cut off, or in a lost file. */
  broken = 0;
  private current: { name: string; lines: string[] } | undefined;

  constructor(private readonly folders: QueueFolders) {
    this.cursorFile = join(folders.queue, 'cursor.json');
    this.cursor = readJson(this.cursorFile, isPosition) ?? { files: [] };
    this.clear();
    this.broken = noteMissing(folders, (name) => this.settledOf(name));
  }

  /** The next spans; undefined if the queue is empty. */
  next(limits: BatchLimits): Batch | undefined {
    const spans: SentSpan[] = [];
    const places: Batch['places'] = [];
    const position: Position = { files: [] };
    let bytes = 0;
    for (const file of queuedFiles(this.folders.queue)) {
      if (this.cursor.files.includes(file.name)) continue;
      const lines = this.linesOf(file);
      let at = this.settledOf(file.name);
      for (; at < lines.length; at++) {
        const line = lines[at] ?? '';
        const isFull = spans.length > 0 && (spans.length >= limits.spans || bytes + line.length > limits.bytes);
        if (isFull) return { spans, places, position: { ...position, part: { file: file.name, spans: at } } };
        const span = line === '' ? undefined : this.parse(line, file.name);
        if (!span) continue;
        spans.push(span);
        places.push({ file: file.name, line: at });
        bytes += line.length;
      }
      position.files.push(file.name);
      if (position.files.length >= MAX_FILES_OF_A_BATCH) break;
    }
    return position.files.length > 0 ? { spans, places, position } : undefined;
  }

  /** Every span of the batch was accepted or put aside. */
  done({ position }: Batch): void {
    this.settle(position);
  }

  /** Only the first `count` spans of the batch are settled. */
  doneFirst({ places }: Batch, count: number): void {
    const next = places[count];
    if (!next) return;
    const files = [...new Set(places.slice(0, count).map((place) => place.file))].filter((file) => file !== next.file);
    this.settle({ files, part: { file: next.file, spans: next.line } });
  }

  private settle(position: Position): void {
    this.cursor.files = position.files;
    if (position.part) this.cursor.part = position.part;
    else delete this.cursor.part;
    writeJson(this.cursorFile, this.cursor);
    this.clear();
  }

  private clear(): void {
    for (const name of this.cursor.files) {
      removeFile(join(this.folders.queue, name));
      removeFile(join(this.folders.listed, name));
    }
  }

  private settledOf(name: string): number {
    return this.cursor.part?.file === name ? this.cursor.part.spans : 0;
  }

  private linesOf({ name, path }: QueuedFile): string[] {
    if (this.current?.name !== name) {
      this.current = { name, lines: this.wholeLines(name, readLines(path)) };
    }
    return this.current.lines;
  }

  /** In the order of the list; an empty string replaces a damaged line. */
  private wholeLines(name: string, found: readonly string[] | undefined): string[] {
    const listed = readListed(join(this.folders.listed, name));
    if (!listed) {
      if (!found) this.lose(name, 'all');
      return [...(found ?? [])];
    }
    const byHash = new Map(found?.map((line) => [hashOf(line), line]));
    const lines = listed.map(({ hash }) => byHash.get(hash) ?? '');
    const from = this.settledOf(name);
    const lost = listed.filter((_, at) => at >= from && lines[at] === '').map(({ spanId }) => spanId);
    if (lost.length > 0) this.lose(name, lost);
    return lines;
  }

  private parse(line: string, name: string): SentSpan | undefined {
    try {
      const value: unknown = JSON.parse(line);
      if (isRecord(value) && typeof value['spanId'] === 'string') return value as unknown as SentSpan;
    } catch {
      // Recorded below.
    }
    this.lose(name, 'all');
    return undefined;
  }

  private lose(name: string, spanIds: readonly string[] | 'all'): void {
    noteLost(this.folders, name, spanIds);
    this.broken += spanIds === 'all' ? 1 : spanIds.length;
  }
}

/** Undefined if the file cannot be read. */
function readLines(path: string): string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    // Recorded as lost, and reported with the next delivery.
    return undefined;
  }
}

const MAX_FILES_OF_A_BATCH = 500;

function isPosition(value: unknown): value is Position {
  return isRecord(value) && Array.isArray(value['files']);
}
