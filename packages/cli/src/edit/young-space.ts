import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both halves. */
const WANTED = 8 * 1024 * 1024;
const MOST_TRIES = 64;

/**
 * Lets the space for young objects grow to a few megabytes and no further. By itself it grows to 32 MB when a great
 * session is read, without being any faster; the memory is that of the nodes then.
 */
export function limitYoungSpace(): void {
  const kept: object[][] = [];
  for (let tries = 0; tries < MOST_TRIES && youngSpace() < WANTED; tries++) {
    // It grows when much of it outlives a collection.
    kept[tries % 4] = Array.from({ length: 10_000 }, (_, at) => ({ at }));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function youngSpace(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? WANTED;
}
