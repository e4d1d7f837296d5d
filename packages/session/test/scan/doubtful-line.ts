import { isAt } from '../../src/scan/json-bytes.js';

const PARENT = Buffer.from('{"parent');
const GLUED = Buffer.from('}{"');
const NUL = Buffer.from([0]);
/** The end of `"parentUuid"` and `"leafUuid"`. Its first letter is rare, so that looking for it costs little. */
const UUID_KEY = Buffer.from('Uuid"');
const SESSION_ID = Buffer.from('"sessionId":"');
const SIDE_LINE = Buffer.from('{"type":"');
const LONGEST_SIDE_LINE = 400;

/**
 * What assembly/scan-lines.ts and glued-line.ts decide, said plainly.
 *
 * Whether more than one object may stand on a line: glued together, or behind a torn one. The marks cannot be part of a
 * string, where their quotes would be escaped; a sound line that has them all the same is parsed, which is slow but right.
 */
export function isDoubtful(bytes: Buffer, start: number, stop: number): boolean {
  const line = bytes.subarray(start, stop);
  const key = line.indexOf(UUID_KEY);
  if (line.includes(NUL) || (key >= 0 && line.indexOf(UUID_KEY, key + 1) >= 0)) return true;
  // A line's parent stands first in it.
  if (key > PARENT.length && isAt(line, key - PARENT.length, PARENT)) return true;
  // Titles and queued prompts have no such key. Behind a long line they show by the session they end with.
  if (line.length > LONGEST_SIDE_LINE) return endsWithSecondSessionId(line);
  return line.includes(GLUED);
}

/** A long side line, such as the last prompt, ends with its own. */
function endsWithSecondSessionId(line: Buffer): boolean {
  const at = line.length - 38 - SESSION_ID.length;
  return isAt(line, at, SESSION_ID) && !(isAt(line, 0, SIDE_LINE) && line.indexOf(SESSION_ID) === at);
}
