import { fstatSync, type Stats } from 'node:fs';

/** Why lines cannot be added at the end of what stands at a path; undefined where they can. */
export function whyNotAppended(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'is a folder, not a file that can be appended to';
  // Where nobody reads it takes some lines and lets them go, then makes us wait for ever. Of our own output
  // (`/dev/stdout`) somebody reads all.
  if (stats.isFIFO() && !isOwnOutput(stats)) return 'is a pipe, not a file that can be appended to';
  return undefined;
}

function isOwnOutput({ dev, ino }: Stats): boolean {
  return [1, 2].map((fd) => fstatSync(fd)).some((own) => own.dev === dev && own.ino === ino);
}
