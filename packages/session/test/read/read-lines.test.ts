import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChunks, readLines, readRange } from '../../src/read/read-lines.js';
import { kept, linesOf } from './lines-of.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(content: string | Uint8Array): string {
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, content);
  return file;
}

describe('readLines', () => {
  const content = `{"a":"é"}\r\n\n{"long":"${'→'.repeat(5000)}"}\n{"b":1}{"c":2}\n{"torn`;

  it.each([1, 3, 1000, 4096, 16_385, 1 << 20])('reads a file in chunks of %i', (chunkBytes) => {
    const lines: object[] = [];
    for (const line of readLines(written(content), { chunkBytes })) lines.push(kept(line));
    expect(lines).toEqual(linesOf(content).map(kept));
  });

  it('reads an empty file', () => {
    expect([...readLines(written(''))]).toEqual([]);
  });

  it('closes the file when the caller stops early', () => {
    const file = written(content);
    for (let times = 0; times < 5000; times++) {
      for (const line of readLines(file)) if (line.number === 1) break;
    }
  });
});

describe('readChunks', () => {
  it('gives all bytes in order', () => {
    const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));
    const chunks = [...readChunks(written(bytes), 999)].map((chunk) => chunk.length);
    expect(chunks.reduce((sum, length) => sum + length, 0)).toBe(bytes.length);
    const copies: Buffer[] = [];
    for (const chunk of readChunks(written(bytes), 999)) copies.push(Buffer.from(chunk));
    expect(Buffer.concat(copies).equals(bytes)).toBe(true);
  });
});

describe('readRange', () => {
  it('gives the bytes of a range', () => {
    const file = written('0123456789');
    expect(Buffer.from(readRange(file, 3, 4)).toString()).toBe('3456');
    expect(Buffer.from(readRange(file, 8, 10)).toString()).toBe('89');
    expect(readRange(file, 20, 10)).toHaveLength(0);
  });

  it('finds every line again by its place', () => {
    const file = written('{"a":"é"}\r\n\n{"b":1}{"c":2}\n{"torn');
    for (const line of readLines(file)) {
      expect(Buffer.from(readRange(file, line.byte, line.length))).toEqual(Buffer.from(line.bytes ?? []));
    }
  });
});
