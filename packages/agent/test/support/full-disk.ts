import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';

/** Replaces the open file with a device that is always full. */
export function fillDiskUnder(file: string): void {
  const fd = readdirSync('/proc/self/fd')
    .map(Number)
    .find((each) => targetOf(each) === file);
  if (fd === undefined) throw new Error('the file must be open');
  closeSync(fd);
  const others: number[] = [];
  for (let got = openSync('/dev/full', 'a+'); got !== fd; got = openSync('/dev/full', 'a+')) others.push(got);
  for (const other of others) closeSync(other);
}

function targetOf(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // This descriptor was used to list the folder.
    return '';
  }
}
