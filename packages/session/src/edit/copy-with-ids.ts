import { statSync } from 'node:fs';
import { readChunks } from '../read/read-lines.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import type { IdMap } from './id-map.js';

/** One less than the length of an id: this much of one may be at the end of a chunk. */
const OVERLAP = 35;

/** Copies a file of any size with new ids. */
export function copyWithIds(from: string, to: string, ids: IdMap): void {
  writeUnsyncedFile(
    to,
    (sink) => {
      let rest = Buffer.alloc(0);
      for (const chunk of readChunks(from)) {
        const bytes = Buffer.concat([rest, chunk]);
        ids.replaceIn(bytes);
        const ready = Math.max(0, bytes.length - OVERLAP);
        sink.write(bytes.subarray(0, ready));
        rest = bytes.subarray(ready);
      }
      sink.write(rest);
    },
    statSync(from).mode & 0o777,
  );
}
