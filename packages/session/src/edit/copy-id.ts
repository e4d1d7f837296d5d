import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { isUuid } from '../locate/session-id.js';

/**
 * The hexadecimal digits before the first dash. They are free to choose: a random UUID does not encode its version
 * there.
 */
const HEAD = 8;
const HIGHEST = 0xffffffff;

/**
 * Returns an id for a session's copy: random, but sorting after the original's. Both files contain the same replies and
 * nothing in them says which came first, so usage counts them for the lower id. With a lower id the copy would take
 * over the original's tokens.
 */
export function copyIdOf(file: string, newUuid: () => string = randomUUID): string {
  const original = basename(file, '.jsonl').toLowerCase();
  const fresh = newUuid();
  if (!isUuid(original) || fresh > original) return fresh;
  const room = HIGHEST - Number.parseInt(original.slice(0, HEAD), 16);
  if (room === 0) return fresh;
  const step = (Number.parseInt(fresh.slice(0, HEAD), 16) % room) + 1;
  return (HIGHEST - room + step).toString(16).padStart(HEAD, '0') + fresh.slice(HEAD);
}
