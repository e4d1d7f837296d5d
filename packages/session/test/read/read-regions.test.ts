import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LongLine, type Region, readRegions } from '../../src/read/read-regions.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-regions-'));

function fileOf(text: string): string {
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, text);
  return file;
}

/** Each line with its place, as found in the regions. */
function linesIn(
  file: string,
  { to, limit = 10_000_000 }: { to?: number; limit?: number } = {},
): { byte: number; text: string }[] {
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
  readRegions(file, memory, { takeRegion, takeLong }, { limit, ...(to !== undefined && { to }) });
  return lines;
}

describe('regions of a file', () => {
  it('contain each line that starts before the requested end', () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^ -~]/g, 'x'));
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
      .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''));
    fc.assert(
      fc.property(text, fc.nat({ max: 160 }), (written, to) => {
        const file = fileOf(written);
        const whole = linesIn(file);
        expect(whole.map((each) => each.text).join('')).toBe(written);
        expect(linesIn(file, { to })).toEqual(whole.filter(({ byte }) => byte < to));
      }),
    );
  });

  it('contain lines longer than one read', () => {
    const lines = [10, 400_000, 3, 700_000, 0, 131_072, 5].map((length, at) => String(at).repeat(length));
    const file = fileOf(`${lines.join('\n')}\n`);
    const whole = linesIn(file);
    expect(whole.map(({ text }) => text)).toEqual(lines.map((text) => `${text}\n`));
    for (const to of [1, 11, 12, 131_072, 200_000, 262_144, 400_011, 400_012, 400_015, 1_300_000]) {
      expect(linesIn(file, { to })).toEqual(whole.filter(({ byte }) => byte < to));
    }
  });

  it('skip lines above the limit', () => {
    const lines = ['a', 'b'.repeat(5000), 'c'];
    const found = linesIn(fileOf(`${lines.join('\n')}\n`), { limit: 1500 }).map(({ text }) => text);
    expect(found).toEqual(['a\n', '(5001 bytes)', 'c\n']);
  });
});
