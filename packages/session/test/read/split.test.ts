import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../src/read/split.js';
import { bytesOf, faultsOf, joined, kept, linesOf } from './lines-of.js';

describe('lines', () => {
  it('are numbered and have their place', () => {
    const lines = linesOf('{"a":1}\n{"b":"é"}\n');
    expect(lines.map(({ number, byte, length, state }) => ({ number, byte, length, state }))).toEqual([
      { number: 1, byte: 0, length: 8, state: 'whole' },
      { number: 2, byte: 8, length: 11, state: 'whole' },
    ]);
    expect(lines.map((line) => line.objects)).toEqual([[{ a: 1 }], [{ b: 'é' }]]);
    expect(lines.flatMap((line) => line.problems)).toEqual([]);
  });

  it('tile the file, damaged ones included', () => {
    const file = bytesOf('\ufeff{"a":1}\r\n\n', [0, 0, 0xff, 10], '{"b":2}{"c":3}\n[]\n{"torn');
    const lines = linesOf(file);
    expect(joined(lines)).toEqual(file);
    let byte = 0;
    for (const line of lines) {
      expect(line.byte).toBe(byte);
      expect(line.bytes?.length).toBe(line.length);
      byte += line.length;
    }
    expect(byte).toBe(file.length);
  });

  it('end at a line feed only', () => {
    expect(linesOf('{"a":"\u2028"}\n').map((line) => line.objects)).toEqual([[{ a: '\u2028' }]]);
    expect(linesOf('{"a":1}\r{"b":2}\n')).toHaveLength(1);
  });

  it('are absent from an empty file', () => {
    expect(linesOf('')).toEqual([]);
  });

  it('have bytes of their own while they are used, across chunks too', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.from('{"a":');
    expect([...splitter.push(chunk)]).toEqual([]);
    chunk.fill(0);
    const [line] = splitter.push(Buffer.from('1}\n{"b'));
    expect(line?.objects).toEqual([{ a: 1 }]);
    expect(Buffer.from(line?.bytes ?? []).toString()).toBe('{"a":1}\n');
  });

  it('do not share a list that could be filled by mistake', () => {
    const [line] = linesOf('{"a":1}\n');
    expect(() => line?.problems.push({ kind: 'nul', line: 1, byte: 0, message: '' })).toThrow(TypeError);
  });
});

describe('lines that are too long', () => {
  const file = `{"a":1}\n{"long":"${'x'.repeat(100)}"}\n{"b":2}\n`;

  it('are counted and reported but not read', () => {
    const lines = linesOf(file, { maxLineBytes: 50 });
    expect(lines.map((line) => line.state)).toEqual(['whole', 'skipped', 'whole']);
    expect(lines[1]).toMatchObject({ number: 2, byte: 8, length: 112, bytes: undefined, objects: [] });
    expect(lines[2]).toMatchObject({ number: 3, byte: 120 });
    expect(faultsOf(lines)).toEqual([['too_long', 2, 8]]);
  });

  it.each([1, 7, 49, 50, 51, 200])('are the same in chunks of %i', (size) => {
    const splitter = new LineSplitter({ maxLineBytes: 50 });
    const bytes = Buffer.from(file);
    const lines: object[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of splitter.push(bytes.subarray(at, at + size))) lines.push(kept(line));
    }
    for (const line of splitter.end()) lines.push(kept(line));
    expect(lines).toEqual(linesOf(file, { maxLineBytes: 50 }).map(kept));
  });

  it('may be last, without an ending', () => {
    const lines = linesOf('{"a":1}\n{"torn":"xxxxxxxxxxxx', { maxLineBytes: 10 });
    expect(faultsOf(lines)).toEqual([['too_long', 2, 8]]);
  });

  it('are read if exactly at the limit', () => {
    expect(linesOf('{"a":1}\n', { maxLineBytes: 8 })[0]?.state).toBe('whole');
    expect(linesOf('{"a":1}\n', { maxLineBytes: 7 })[0]?.state).toBe('skipped');
  });
});
