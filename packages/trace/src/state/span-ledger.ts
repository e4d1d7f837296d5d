import { closeSync, constants, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFully } from '@unspool/session/write';
import { inFolder } from './json-file.js';

/** A span as a line: its id and the mark of what goes over the wire. Every line has the same length. */
const ID_DIGITS = 16;
const MARK_DIGITS = 22;
/** In the place of a mark: the span did not arrive after all. */
export const NOT_GIVEN = '-'.repeat(MARK_DIGITS);
export const LEDGER_LINE = ID_DIGITS + 1 + MARK_DIGITS + 1;

/**
 * The spans of a session that a sink has been given, by id, with their marks. Only the first `length` bytes count: what
 * stands behind them was written by a process that died before it could say so.
 */
export function readLedger(file: string, length: number): Map<string, string> {
  if (length === 0) return new Map();
  let text: string;
  try {
    text = readFileSync(file, 'latin1').slice(0, length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  return parseLedger(text);
}

export function parseLedger(text: string): Map<string, string> {
  const sent = new Map<string, string>();
  for (let at = 0; at + LEDGER_LINE <= text.length; at += LEDGER_LINE) {
    const spanId = text.slice(at, at + ID_DIGITS);
    const mark = text.slice(at + ID_DIGITS + 1, at + LEDGER_LINE - 1);
    if (mark === NOT_GIVEN) sent.delete(spanId);
    else sent.set(spanId, mark);
  }
  return sent;
}

export function ledgerText(spans: Iterable<readonly [string, string]>): string {
  let text = '';
  for (const [spanId, mark] of spans) text += `${spanId} ${mark}\n`;
  return text;
}

/** Adds lines behind the first `length` bytes; gives back how many bytes count then. */
export function appendLedger(file: string, length: number, spans: Iterable<readonly [string, string]>): number {
  const text = ledgerText(spans);
  if (text === '') return length;
  // Not for appending: what was opened so cannot be cut on Windows.
  const fd = inFolder(dirname(file), () => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600));
  try {
    ftruncateSync(fd, length);
    // Not synced: after a power cut a shorter ledger only makes the same spans go out once more.
    writeFully(fd, Buffer.from(text, 'latin1'), length);
  } finally {
    closeSync(fd);
  }
  return length + text.length;
}
