import { statSync } from 'node:fs';
import { type LongLine, OwnMemory, type Region, readRegions } from '../../read/read-regions.js';
import { lineLimit } from '../../read/split.js';
import { copyRange } from '../../write/copy.js';
import type { Sink } from '../../write/sink.js';
import { isBinaryFile } from '../binary-file.js';
import type { PathRewriter } from './path-rewriter.js';

/**
 * Copies a file and changes the paths in its bytes. Binary files, and lines above the reader's limit, are copied
 * unchanged.
 */
export function rewriteFile(file: string, rewriter: PathRewriter, sink: Sink): void {
  // A session counts as text even though it may have NUL bytes after a crash.
  if (!file.endsWith('.jsonl') && isBinaryFile(file)) {
    copyRange(file, { byte: 0, length: statSync(file).size }, sink);
    return;
  }
  const form = /\.jsonl?$/.test(file) ? 'json' : 'plain';
  const limit = lineLimit({});
  const memory = new OwnMemory();
  const taker = {
    takeRegion: ({ end }: Region): undefined => {
      const lines = memory.bytes.subarray(0, end);
      // Only the first line of a region can be above the limit: it took more than one read.
      const first = lines.indexOf(LINE_FEED) + 1 || end;
      const start = first > limit ? first : 0;
      sink.write(lines.subarray(0, start));
      rewriter.write(lines.subarray(start), form, sink);
    },
    takeLong: (line: LongLine) => copyRange(file, line, sink),
  };
  readRegions(file, memory, taker, { limit });
}

const LINE_FEED = 10;
