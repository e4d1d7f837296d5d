import { readSync } from 'node:fs';

/** Reads bytes of an open file; fewer at its end. */
export function readAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(fd, bytes, done, length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
