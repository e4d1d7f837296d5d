import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines } from '../../src/read/read-lines.js';
import { splitBytes } from '../../src/read/split.js';
import { copyRange, writeLines } from '../../src/write/copy.js';
import { FileSink, type Sink } from '../../src/write/sink.js';
import { tempTree } from '../locate/temp-tree.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';

/** Bytes that include line endings more often than by chance. */
const bytes = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\0', '{"a":1}', '\ufeff', '"')))
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));

test('reading and writing gives the same bytes, whatever they are', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const sink = new Memory();
      writeLines(splitBytes(content), sink);
      expect(sink.content().equals(content)).toBe(true);
    }),
  );
});

test('also from a file to a file, in chunks of any size, with lines over the limit', () => {
  const root = tempTree();
  const source = join(root, 'source');
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 30 }),
      (content, chunkBytes, maxLineBytes) => {
        writeFileSync(source, content);
        copyLines(source, join(root, 'copy'), { chunkBytes, maxLineBytes });
        expect(readFileSync(join(root, 'copy')).equals(content)).toBe(true);
      },
    ),
  );
});

test('a line over the limit without a source throws instead of losing it', () => {
  expect(() => writeLines(splitBytes(Buffer.from('long line\n'), { maxLineBytes: 3 }), new Memory())).toThrow('line 1');
});

describe('copyRange', () => {
  test('copies a part that is larger than any buffer', () => {
    const root = tempTree();
    const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => n % 251));
    writeFileSync(join(root, 'x'), content);
    const sink = new Memory();
    copyRange(join(root, 'x'), { byte: 1234, length: 900_000 }, sink);
    expect(sink.content().equals(content.subarray(1234, 901_234))).toBe(true);
  });

  test('throws if a file became shorter', () => {
    const root = tempTree({ x: '12345' });
    expect(() => copyRange(join(root, 'x'), { byte: 3, length: 5 }, new Memory())).toThrow('ends at byte 5');
  });

  test('copies nothing from an empty range', () => {
    const root = tempTree({ x: '' });
    copyRange(join(root, 'x'), { byte: 0, length: 0 }, new Memory());
  });
});

test.skipIf(!hasCorpus)('reproduces every outside session', () => {
  const copy = join(tempTree(), 'copy');
  for (const file of distinct([
    ...sessionFilesIn(corpusPath('corpus')),
    ...sessionFilesIn(corpusPath('real-client')),
  ])) {
    copyLines(file, copy, {});
    expect(readFileSync(copy).equals(readFileSync(file))).toBe(true);
  }
});

function copyLines(source: string, target: string, options: { chunkBytes?: number; maxLineBytes?: number }): void {
  const fd = openSync(target, 'w');
  const sink = new FileSink(fd);
  writeLines(readLines(source, options), sink, source);
  sink.flush();
  closeSync(fd);
}

class Memory implements Sink {
  private readonly parts: Buffer[] = [];

  write(part: Uint8Array): void {
    this.parts.push(Buffer.from(part));
  }

  content(): Buffer {
    return Buffer.concat(this.parts);
  }
}
