import { readFileSync } from 'node:fs';
import type { JsonObject } from '@unspool/session';
import { isObject, readRange } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import { parseJson } from './parse-json.js';
import { isPacked } from './zstd.js';

/** The first characters of a file, to tell one JSON object from JSONL: names are often wrong. Empty if it is packed. */
export function startOf(file: string): string {
  return isPacked(file) ? '' : Buffer.from(readRange(file, 0, START)).toString('utf8');
}

const START = 256 * 1024;

/** The one object of a file that has to be read whole. Reports a damaged file, and throws if it cannot be opened. */
export function wholeJson(file: string, output: Pick<Output, 'damaged'>): JsonObject | undefined {
  try {
    const whole = parseJson(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    return isObject(whole) ? whole : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    output.damaged('the file', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
