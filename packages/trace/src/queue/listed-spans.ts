import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inOneStep } from '../state/in-one-step.js';
import { inFolder } from '../state/json-file.js';

/** An entry of the list that says what a queue file must hold. */
export interface ListedSpan {
  spanId: string;
  hash: string;
}

const HASH_DIGITS = 16;
const LINE = /^([0-9a-f]{16}) ([\w-]{16})$/;

/** Lists the spans of a queue file. If a power cut loses the list, the file is trusted as it is. */
export function writeListed(file: string, spans: readonly { spanId: string; line: string }[]): void {
  const text = spans.map(({ spanId, line }) => `${spanId} ${hashOf(line)}\n`).join('');
  inOneStep(file, (temporary) => inFolder(dirname(file), () => writeFileSync(temporary, text, { mode: 0o600 })));
}

/** In the order of the file's lines. Undefined if the list is missing or damaged. */
export function readListed(file: string): ListedSpan[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    // Missing or unreadable.
    return undefined;
  }
  const spans: ListedSpan[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, spanId, hash] = LINE.exec(line) ?? [];
    if (spanId === undefined || hash === undefined) return undefined;
    spans.push({ spanId, hash });
  }
  return text.endsWith('\n') ? spans : undefined;
}

export function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, HASH_DIGITS);
}
