import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/read/line.js';
import { readLines } from '../../src/read/read-lines.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { kept } from './lines-of.js';

/** Sessions of many people and versions, and those made with the real client. All must be read, none changed. */
describe.runIf(hasCorpus).each(['corpus', 'real-client'])('lines of %s', (name) => {
  const folder = corpusPath(name);
  const files = hasCorpus ? distinct(sessionFilesIn(folder)) : [];

  it('has files', () => expect(files.length).toBeGreaterThan(0));

  it.each(files.map((file) => [relative(folder, file), file]))('%s', (_, file) => {
    const bytes = readFileSync(file);
    const newlines = bytes.filter((byte) => byte === 10).length;
    const isTerminated = bytes.length === 0 || bytes.at(-1) === 10;
    const copies: Buffer[] = [];
    const states: Record<Line['state'], number> = { whole: 0, recovered: 0, skipped: 0, blank: 0 };
    let byte = 0;
    for (const line of readLines(file, { thorough: true })) {
      expect(line.byte).toBe(byte);
      byte += line.length;
      copies.push(Buffer.from(line.bytes ?? []));
      states[line.state]++;
      if (line.state !== 'whole') expect(line.problems).not.toEqual([]);
    }
    expect(Buffer.concat(copies).equals(bytes)).toBe(true);
    expect(states.whole + states.recovered + states.skipped + states.blank).toBe(newlines + (isTerminated ? 0 : 1));
    expect(states.whole).toBe(parseableLines(bytes));
  });

  it('is the same in small chunks', () => {
    for (const file of files.filter((path) => readFileSync(path).length < 100_000)) {
      const small: object[] = [];
      for (const line of readLines(file, { chunkBytes: 777 })) small.push(kept(line));
      const large: object[] = [];
      for (const line of readLines(file)) large.push(kept(line));
      expect(small).toEqual(large);
    }
  });
});

/** Counted without our reader: lines that are each one JSON object. */
function parseableLines(bytes: Buffer): number {
  const texts = bytes.toString().split('\n');
  return texts.filter((text) => {
    try {
      const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    } catch {
      return false;
    }
  }).length;
}
