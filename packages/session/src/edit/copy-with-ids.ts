import { statSync } from 'node:fs';
import { readChunks } from '../read/read-lines.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import type { IdMap } from './id-map.js';
import { replaceInPieces } from './id-sink.js';

/** Copies a file of any size with new ids. */
export function copyWithIds(from: string, to: string, ids: IdMap): void {
  writeUnsyncedFile(
    to,
    (sink) =>
      replaceInPieces(ids, sink, (pieces) => {
        for (const chunk of readChunks(from)) pieces.write(chunk);
      }),
    statSync(from).mode & 0o777,
  );
}
