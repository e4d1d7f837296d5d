import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentSpan } from '../otlp/sent-span.js';
import { isRecord, readJson, writeJson } from '../state/json-file.js';
import { removeFile } from '../state/remove-file.js';
import { type QueuedFile, queuedFiles } from './queue-files.js';

/** Some spans of the queue, and from where they are. */
export interface Batch {
  spans: SentSpan[];
  /** Where the reader stands when all of them are settled. */
  position: Position;
  /** The file and line of each span. */
  places: { file: string; line: number }[];
}

/** Files that are settled, and how many spans of one more. */
interface Position {
  files: string[];
  part?: { file: string; spans: number };
}

export interface BatchLimits {
  spans: number;
  /** Of the spans' JSON, before compression. */
  bytes: number;
}

/**
 * Takes spans off a queue in batches. Only one process may do it at a time. What is settled is written down before the
 * files go, so that a kill in between sends nothing twice.
 */
export class QueueReader {
  private readonly cursorFile: string;
  private readonly cursor: Position;
  /** Lines that could not be read: from a disk that lost them. */
  broken = 0;
  private current: { name: string; lines: string[] } | undefined;

  constructor(private readonly queue: string) {
    this.cursorFile = join(queue, 'cursor.json');
    this.cursor = readJson(this.cursorFile, isPosition) ?? { files: [] };
    this.clear();
  }

  /** The next spans; undefined when nothing waits. */
  next(limits: BatchLimits): Batch | undefined {
    const spans: SentSpan[] = [];
    const places: Batch['places'] = [];
    const position: Position = { files: [] };
    let bytes = 0;
    for (const file of queuedFiles(this.queue)) {
      if (this.cursor.files.includes(file.name)) continue;
      const lines = this.linesOf(file);
      let at = this.cursor.part?.file === file.name ? this.cursor.part.spans : 0;
      for (; at < lines.length; at++) {
        const line = lines[at] ?? '';
        const isFull = spans.length > 0 && (spans.length >= limits.spans || bytes + line.length > limits.bytes);
        if (isFull) return { spans, places, position: { ...position, part: { file: file.name, spans: at } } };
        const span = this.parse(line);
        if (!span) continue;
        spans.push(span);
        places.push({ file: file.name, line: at });
        bytes += line.length;
      }
      position.files.push(file.name);
      if (position.files.length >= MOST_FILES_OF_A_BATCH) break;
    }
    return position.files.length > 0 ? { spans, places, position } : undefined;
  }

  /** Every span of the batch was taken by the sink, or put aside. */
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
    for (const name of this.cursor.files) removeFile(join(this.queue, name));
  }

  private linesOf({ name, path }: QueuedFile): string[] {
    if (this.current?.name !== name) {
      this.current = { name, lines: readFileSync(path, 'utf8').split('\n').filter(Boolean) };
    }
    return this.current.lines;
  }

  private parse(line: string): SentSpan | undefined {
    try {
      return JSON.parse(line) as SentSpan;
    } catch {
      // Reported by who drains the queue.
      this.broken++;
      return undefined;
    }
  }
}

const MOST_FILES_OF_A_BATCH = 500;

function isPosition(value: unknown): value is Position {
  return isRecord(value) && Array.isArray(value['files']);
}
