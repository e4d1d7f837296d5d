import { isRecord, readJson, writeJson, writeJsonLightly } from '../state/json-file.js';

/** How sending to a sink went, for `status` and for who comes next. */
export interface SinkRecord {
  sent: number;
  rejected: number;
  lastSentAt?: number;
  lastError?: { at: number; message: string };
  /** Requests in a row that failed. */
  failures: number;
  /** Nobody tries before. */
  retryAt?: number;
}

export function readSinkRecord(file: string): SinkRecord {
  return readJson(file, isSinkRecord) ?? { sent: 0, rejected: 0, failures: 0 };
}

export function writeSinkRecord(file: string, record: SinkRecord): void {
  writeJson(file, record);
}

/** Not proof against a power cut: for who writes it many times a second. */
export function writeSinkRecordLightly(file: string, record: SinkRecord): void {
  writeJsonLightly(file, record);
}

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** When the next sender may try: later and later, so that a laptop without network does not start one at every stop. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));
}

function isSinkRecord(value: unknown): value is SinkRecord {
  return isRecord(value) && typeof value['sent'] === 'number' && typeof value['failures'] === 'number';
}
