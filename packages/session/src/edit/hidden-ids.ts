import { parse } from '../line/json.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import type { IdReplacement } from './new-ids.js';
import { lineOf } from './patch-line.js';

/** A line whose escapes hide one of our ids, written so that they do not; every other line is the same buffer. */
export function withPlainIds(line: Buffer, ids: IdReplacement): Buffer {
  if (!hasEscapedLetters(line)) return line;
  const replaced = Buffer.from(line);
  ids.replaceIn(replaced);
  const after = plainForm(replaced);
  return after && ids.standsIn(after, 0, after.length) ? (plainForm(line) ?? line) : line;
}

function plainForm(line: Buffer): Buffer | undefined {
  const value = parse(line.toString('utf8'));
  return value === undefined ? undefined : lineOf(value, line);
}
