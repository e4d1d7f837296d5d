import { closeSync, openSync, readSync } from 'node:fs';
import type { NeedleKernel } from './needle-kernel.js';

/** Longer than any needle, even with every letter escaped. */
const OVERLAP = 4096;

/** Whether a file contains one of the kernel's needles. Stops reading at the first match. */
export function isInFile(file: string, kernel: NeedleKernel): boolean {
  const { bytes } = kernel;
  const fd = openSync(file, 'r');
  try {
    let kept = 0;
    for (;;) {
      const count = readSync(fd, bytes, kept, bytes.length - kept, null);
      if (count === 0) return false;
      const end = kept + count;
      if (kernel.find(0, end) < end) return true;
      kept = Math.min(OVERLAP, end);
      bytes.copyWithin(0, end - kept, end);
    }
  } finally {
    closeSync(fd);
  }
}
