import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { isUuid } from '../locate/session-id.js';

/** Hexadecimal digits in front of the first dash: they are free to be chosen in a random UUID. */
const HEAD = 8;
const HIGHEST = 0xffffffff;

/**
 * The id of a session's copy: a random one that sorts behind the original's. Both hold the same replies, nothing in them
 * says which came first, and usage then gives them to the lower id: a copy would else take the original's tokens along.
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
