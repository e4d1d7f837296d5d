import { closeSync, constants, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFully } from '@unspool/session/write';
import { inFolder } from './json-file.js';

/** One line per span: its id and the hash of what is sent. All lines have the same length. */
const ID_DIGITS = 16;
const MARK_DIGITS = 22;
/** Replaces the hash of a span that did not arrive after all. */
export const NOT_SENT = '-'.repeat(MARK_DIGITS);
export const LEDGER_LINE = ID_DIGITS + 1 + MARK_DIGITS + 1;

/**
 * Reads which spans of a session a sink has, with their hashes, by id. Only the first `length` bytes are valid: a process
 * that died before it updated the state wrote the rest.
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
    if (mark === NOT_SENT) sent.delete(spanId);
    else sent.set(spanId, mark);
  }
  return sent;
}

export function ledgerText(spans: Iterable<readonly [string, string]>): string {
  let text = '';
  for (const [spanId, mark] of spans) text += `${spanId} ${mark}\n`;
  return text;
}

/** Writes lines after the first `length` bytes. Returns the new valid length. */
export function appendLedger(file: string, length: number, spans: Iterable<readonly [string, string]>): number {
  const text = ledgerText(spans);
  if (text === '') return length;
  // Not opened for appending, since Windows cannot truncate such a file.
  const fd = inFolder(dirname(file), () => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600));
  try {
    ftruncateSync(fd, length);
    // Not synced: if a power cut shortens the ledger, some spans are only sent again.
    writeFully(fd, Buffer.from(text, 'latin1'), length);
  } finally {
    closeSync(fd);
  }
  return length + text.length;
}
