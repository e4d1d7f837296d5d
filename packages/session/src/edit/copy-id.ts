import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { isUuid } from '../locate/session-id.js';

/** Hexadecimal digits before the first dash: a random UUID leaves them free. */
const HEAD = 8;
const HIGHEST = 0xffffffff;

/**
 * The id of a session's copy: random, but it sorts after the original's. Both hold the same replies, nothing in them
 * says which came first, and usage counts them for the lower id. Otherwise the copy would take over the original's tokens.
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
