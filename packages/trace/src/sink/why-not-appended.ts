import { fstatSync, type Stats } from 'node:fs';

/** Why a file cannot be appended to; undefined if it can. */
export function whyNotAppended(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'is a folder, not a file that can be appended to';
  // A pipe that nobody reads loses some lines and then blocks forever. Our own output (`/dev/stdout`) is being read.
  if (stats.isFIFO() && !isOwnOutput(stats)) return 'is a pipe, not a file that can be appended to';
  return undefined;
}

function isOwnOutput({ dev, ino }: Stats): boolean {
  return [1, 2].map((fd) => fstatSync(fd)).some((own) => own.dev === dev && own.ino === ino);
}
