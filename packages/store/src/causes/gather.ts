import type { Caused, Sizes } from './attribution.js';
import type { Causes } from './cause-report.js';

/** What is known about a reply up to a place in a file. */
export interface Gathered extends Causes {
  /** The place of the last line that was added. */
  until: number;
}

export function newGathered(): Gathered {
  return { inputSizes: [], outputSizes: [], until: -1 };
}

/** Adds what one line says. A line that is read again is not added twice. */
export function gather(
  gathered: Gathered,
  { inputSizes, outputSizes }: Omit<Caused, 'key' | 'record'>,
  place: number,
): void {
  if (place <= gathered.until) return;
  // The sources are only at the first line of a reply.
  if (gathered.until < 0) gathered.inputSizes = inputSizes ?? [];
  for (const [label, bytes] of outputSizes) grow(gathered.outputSizes, label, bytes);
  gathered.until = place;
}

function grow(sizes: Sizes, label: string, bytes: number): void {
  const known = sizes.find(([each]) => each === label);
  if (known) known[1] += bytes;
  else sizes.push([label, bytes]);
}

const OBJECTS_OF_A_LINE = 1024;

/** The place of one object of a line, increasing through the file. */
export function placeOfObject(byte: number, at: number): number {
  return byte * OBJECTS_OF_A_LINE + Math.min(at, OBJECTS_OF_A_LINE - 1);
}
