import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileRange, type LongLine, type Region, readRegions } from '../../src/read/read-regions.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-regions-'));

function fileOf(text: string): string {
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, text);
  return file;
}

/** Each line with its place, as the regions of a part hold it. */
function linesIn(file: string, range?: FileRange, limit = 10_000_000): { byte: number; text: string }[] {
  const lines: { byte: number; text: string }[] = [];
  const memory = {
    bytes: Buffer.alloc(1024),
    grow: () => {
      memory.bytes = Buffer.concat([memory.bytes, memory.bytes]);
    },
  };
  const takeRegion = ({ end, byte }: Region): undefined => {
    const { bytes } = memory;
    for (let at = 0; at < end; ) {
      const newline = bytes.indexOf(10, at);
      const stop = newline < 0 || newline >= end ? end : newline + 1;
      lines.push({ byte: byte + at, text: bytes.toString('latin1', at, stop) });
      at = stop;
    }
  };
  const takeLong = ({ byte, length }: LongLine) => lines.push({ byte, text: `(${length} bytes)` });
  readRegions(file, memory, { takeRegion, takeLong }, { limit, range });
  return lines;
}

function inParts(file: string, cuts: readonly number[]): { byte: number; text: string }[] {
  const ends = [...cuts, Number.POSITIVE_INFINITY];
  return ends.flatMap((to, at) => linesIn(file, { from: ends[at - 1] ?? 0, to }));
}

describe('a file in parts', () => {
  it('holds each line once, wherever it is cut', () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^ -~]/g, 'x'));
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
      .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 160 }), { maxLength: 6 }), (written, cuts) => {
        const file = fileOf(written);
        const sorted = cuts.toSorted((a, b) => a - b);
        expect(inParts(file, sorted)).toEqual(linesIn(file));
      }),
    );
  });

  it('holds lines that are longer than what is read at a time', () => {
    const lines = [10, 400_000, 3, 700_000, 0, 131_072, 5].map((length, at) => String(at).repeat(length));
    const file = fileOf(`${lines.join('\n')}\n`);
    const whole = linesIn(file);
    expect(whole.map(({ text }) => text)).toEqual(lines.map((text) => `${text}\n`));
    for (const cuts of [[1], [11], [12], [200_000], [131_072, 262_144], [400_011, 400_012, 400_015], [1_300_000]]) {
      expect(inParts(file, cuts)).toEqual(whole);
    }
  });

  it('is empty where no line begins', () => {
    const file = fileOf('{"a":"long"}\n{}\n');
    expect(linesIn(file, { from: 1, to: 13 })).toEqual([]);
    expect(linesIn(file, { from: 5, to: 5 })).toEqual([]);
    expect(linesIn(file, { from: 13, to: 14 })).toEqual([{ byte: 13, text: '{}\n' }]);
    expect(linesIn(file, { from: 100, to: 200 })).toEqual([]);
  });

  it('passes over lines above the limit', () => {
    const lines = ['a', 'b'.repeat(5000), 'c'];
    const found = linesIn(fileOf(`${lines.join('\n')}\n`), undefined, 1500).map(({ text }) => text);
    expect(found).toEqual(['a\n', '(5001 bytes)', 'c\n']);
  });
});
