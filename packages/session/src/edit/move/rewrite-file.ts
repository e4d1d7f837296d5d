import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { OwnMemory, type Region, readRegions } from '../../read/read-regions.js';
import { lineLimit } from '../../read/split.js';
import { copyRange } from '../../write/copy.js';
import type { Sink } from '../../write/sink.js';
import type { PathRewriter } from './path-rewriter.js';

/**
 * Copies a file with its paths changed, line by line as bytes. What is not text is copied as it is, and so is a line above
 * the reader's limit.
 */
export function rewriteFile(file: string, rewriter: PathRewriter, sink: Sink): void {
  const isText = !looksBinary(file);
  const form = /\.jsonl?$/.test(file) ? 'json' : 'plain';
  let done = 0;
  const copyTo = (byte: number) => {
    if (byte > done) copyRange(file, { byte: done, length: byte - done }, sink);
  };
  const memory = new OwnMemory();
  const takeRegion = ({ end, byte }: Region): undefined => {
    copyTo(byte);
    const lines = memory.bytes.subarray(0, end);
    if (isText) rewriter.write(lines, form, sink);
    else sink.write(lines);
    done = byte + end;
  };
  readRegions(file, memory, { takeRegion, takeLong: () => undefined }, { limit: lineLimit({}) });
  copyTo(statSync(file).size);
}

const HEAD = 8192;

/** A session can hold NUL bytes after a crash and is text all the same. */
function looksBinary(file: string): boolean {
  if (file.endsWith('.jsonl')) return false;
  const head = Buffer.alloc(HEAD);
  const fd = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(fd, head, 0, HEAD, 0)).includes(0);
  } finally {
    closeSync(fd);
  }
}
