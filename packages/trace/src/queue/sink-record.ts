import { isRecord, readJson, writeJson, writeJsonLightly } from '../state/json-file.js';

/** The results of sending to a sink, for `status` and for later senders. */
export interface SinkRecord {
  sent: number;
  rejected: number;
  lastSentAt?: number;
  lastError?: { at: number; message: string };
  /** Number of consecutive failed requests. */
  failures: number;
  /** No sender tries before this time. */
  retryAt?: number;
}

export function readSinkRecord(file: string): SinkRecord {
  return readJson(file, isSinkRecord) ?? { sent: 0, rejected: 0, failures: 0 };
}

export function writeSinkRecord(file: string, record: SinkRecord): void {
  writeJson(file, record);
}

/** Without waiting for the disk, for callers that write it many times a second. A power cut may lose it. */
export function writeSinkRecordLightly(file: string, record: SinkRecord): void {
  writeJsonLightly(file, record);
}

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** The pause after failures. It grows, so that a laptop without a network does not start a sender at every stop. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));
}

function isSinkRecord(value: unknown): value is SinkRecord {
  return isRecord(value) && typeof value['sent'] === 'number' && typeof value['failures'] === 'number';
}
