import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMarkedSo, markOf } from '../../src/indexing/mark.js';

const file = join(mkdtempSync(join(tmpdir(), 'unspool-mark-')), 'marked.jsonl');

describe('the mark of what was read', () => {
  it('stays the same when the file is appended to', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12_000 }), fc.uint8Array({ minLength: 1 }), (read, more) => {
        writeFileSync(file, read);
        const mark = markOf(file, read.length);
        appendFileSync(file, more);
        expect(isMarkedSo(file, read.length, mark)).toBe(true);
      }),
    );
  });

  it('changes with any byte near the beginning or before the end', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 8192 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (read, place, change) => {
          writeFileSync(file, read);
          const mark = markOf(file, read.length);
          const at = place % read.length;
          const changed = Buffer.from(read);
          changed[at] = (changed[at] ?? 0) ^ change;
          writeFileSync(file, changed);
          expect(isMarkedSo(file, read.length, mark)).toBe(false);
        },
      ),
    );
  });

  it('differs for files of zeros with different lengths', () => {
    const marks = [1, 2, 3, 64, 4096, 5000, 8192, 9000].map((length) => {
      writeFileSync(file, Buffer.alloc(length));
      return markOf(file, length);
    });
    expect(new Set(marks.slice(0, 5)).size).toBe(5);
    writeFileSync(file, 'ab');
    const mark = markOf(file, 2);
    writeFileSync(file, 'ba');
    expect(isMarkedSo(file, 2, mark)).toBe(false);
  });

  it('accepts those of an index from an older version', () => {
    const bytes = Buffer.from('x'.repeat(5000) + 'y'.repeat(5000));
    writeFileSync(file, bytes);
    const hash = createHash('sha256').update(bytes.subarray(0, 4096)).update(bytes.subarray(-4096));
    const mark = hash.digest('base64url');
    expect(isMarkedSo(file, bytes.length, mark)).toBe(true);
    writeFileSync(file, bytes.fill('z', 9000));
    expect(isMarkedSo(file, bytes.length, mark)).toBe(false);
  });

  it('changes when the file gets shorter', () => {
    writeFileSync(file, 'x'.repeat(6000));
    const mark = markOf(file, 6000);
    writeFileSync(file, 'x'.repeat(5000));
    expect(isMarkedSo(file, 6000, mark)).toBe(false);
  });
});
