import { closeSync, openSync, readSync } from 'node:fs';

const HEAD = 8192;

/** Whether a file starts with bytes that do not occur in text. Such a file is copied unchanged. */
export function isBinaryFile(file: string): boolean {
  const head = Buffer.alloc(HEAD);
  const fd = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(fd, head, 0, HEAD, 0)).includes(0);
  } finally {
    closeSync(fd);
  }
}
