import type { Caused, Sizes } from './attribution.js';
import type { Causes } from './cause-report.js';

/** What was told of a reply up to a place in a file. */
export interface Gathered extends Causes {
  /** The place of what was taken last. */
  until: number;
}

export function newGathered(): Gathered {
  return { brought: [], said: [], until: -1 };
}

/** Adds what one line tells. What was already taken, from a line that is read again, is not taken twice. */
export function gather(gathered: Gathered, { brought, said }: Omit<Caused, 'key' | 'record'>, place: number): void {
  if (place <= gathered.until) return;
  // Only what brought a reply when it was met first.
  if (gathered.until < 0) gathered.brought = brought ?? [];
  for (const [label, bytes] of said) grow(gathered.said, label, bytes);
  gathered.until = place;
}

function grow(sizes: Sizes, label: string, bytes: number): void {
  const known = sizes.find(([each]) => each === label);
  if (known) known[1] += bytes;
  else sizes.push([label, bytes]);
}

const OBJECTS_OF_A_LINE = 1024;

/** Of one object of a line, in the order of the file. */
export function placeOfObject(byte: number, at: number): number {
  return byte * OBJECTS_OF_A_LINE + Math.min(at, OBJECTS_OF_A_LINE - 1);
}
