import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readLines } from '../../src/index.js';
import { lineAround } from '../../src/read.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-line-around-'));
const file = join(folder, 'a.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the line around a byte', () => {
  it('is the one that the reader finds there, wherever the search begins', () => {
    const piece = fc.constantFrom('{"a":1}', 'broken', '', '\r', '\0', 'ä');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isEnded) => {
        writeFileSync(file, pieces.join('\n') + (isEnded ? '\n' : ''));
        const lines = [...readLines(file)].map(({ byte, length }) => ({ byte, length }));
        for (const [at, line] of lines.entries()) {
          for (const { byte: from } of lines.slice(0, at + 1)) {
            for (const byte of [line.byte, line.byte + line.length - 1]) {
              expect(lineAround(file, byte, { from })).toEqual(line);
            }
          }
        }
      }),
    );
  });

  it('is found after much else, and only the beginning of a long one is returned', () => {
    const long = 'x'.repeat(700_000);
    writeFileSync(file, `${long}\n${long}`);
    expect(lineAround(file, 5, { from: 0 })).toEqual({ byte: 0, length: 700_001 });
    expect(lineAround(file, 700_001, { from: 0 })).toEqual({ byte: 700_001, length: 700_000 });
    expect(lineAround(file, 700_001, { from: 0, most: 1000 })).toEqual({ byte: 700_001, length: 1000 });
  });

  it('is the last at the end of the file, and none after its last line end', () => {
    writeFileSync(file, 'a\nb');
    expect(lineAround(file, 3, { from: 0 })).toEqual({ byte: 2, length: 1 });
    writeFileSync(file, 'a\n');
    expect(lineAround(file, 2, { from: 0 })).toBeUndefined();
  });
});
