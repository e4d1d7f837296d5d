import { closeSync, openSync, readSync } from 'node:fs';

const HEAD = 8192;

/** Whether a file starts with what no text holds, so that it is copied as it is. */
export function isBinaryFile(file: string): boolean {
  const head = Buffer.alloc(HEAD);
  const fd = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(fd, head, 0, HEAD, 0)).includes(0);
  } finally {
    closeSync(fd);
  }
}
