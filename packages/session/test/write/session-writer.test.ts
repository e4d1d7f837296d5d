import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/read/line.js';
import { readLines } from '../../src/read/read-lines.js';
import { appendEntry, SessionWriter } from '../../src/write/session-writer.js';
import { tempTree } from '../locate/temp-tree.js';
import { program, start } from './child.js';

const read = (file: string) => readFileSync(file, 'utf8');

test('writes one line per entry, for the owner only, and makes the folders', () => {
  const file = join(tempTree(), 'a/b/s.jsonl');
  const writer = new SessionWriter(file, { sync: 'line' });
  writer.append({ text: 'line\nbreak\u2028\ud800' });
  writer.append({ n: 2 });
  writer.close();
  writer.close();
  expect(read(file)).toBe('{"text":"line\\nbreak\u2028\\ud800"}\n{"n":2}\n');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => writer.append({})).toThrow('closed');
});

test('isNew refuses an existing file', () => {
  const root = tempTree({ 's.jsonl': 'x\n' });
  expect(() => new SessionWriter(join(root, 's.jsonl'), { isNew: true })).toThrow('EEXIST');
});

test.each([
  ['', '{"n":1}\n'],
  ['{"a":1}\n', '{"a":1}\n{"n":1}\n'],
  ['{"a":1}', '{"a":1}\n{"n":1}\n'],
  ['{"a":1}\n{"to', '{"a":1}\n{"to\n{"n":1}\n'],
  ['\n', '\n{"n":1}\n'],
])('appended to %j gives %j', (before, after) => {
  const root = tempTree({ 's.jsonl': before });
  appendEntry(join(root, 's.jsonl'), { n: 1 });
  expect(read(join(root, 's.jsonl'))).toBe(after);
});

test('opening alone changes nothing', () => {
  const root = tempTree({ 's.jsonl': '{"to' });
  new SessionWriter(join(root, 's.jsonl')).close();
  expect(read(join(root, 's.jsonl'))).toBe('{"to');
});

test('notices a torn line of another writer between two of its own', () => {
  const file = join(tempTree(), 's.jsonl');
  const writer = new SessionWriter(file);
  writer.append({ n: 1 });
  writeFileSync(file, '{"other', { flag: 'a' });
  writer.append({ n: 2 });
  writer.close();
  expect(read(file)).toBe('{"n":1}\n{"other\n{"n":2}\n');
});

test('a session cut at any byte loses at most the line that was cut, and can be continued', () => {
  const root = tempTree();
  const file = join(root, 's.jsonl');
  const entries = fc.array(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(entries, fc.nat(), (list, seed) => {
      writeFileSync(file, '');
      const ends: number[] = [];
      for (const entry of list) {
        appendEntry(file, entry);
        ends.push(statSync(file).size);
      }
      const cut = seed % (statSync(file).size + 1);
      truncateSync(file, cut);
      appendEntry(file, { after: true });
      const whole: JsonObject[] = [];
      for (const line of readLines(file)) if (line.state === 'whole') whole.push(...line.objects);
      // A line is complete without its newline.
      const kept = list
        .filter((_, index) => (ends[index] ?? 0) - 1 <= cut)
        .map((entry) => JSON.parse(JSON.stringify(entry)));
      expect(whole).toEqual([...kept, { after: true }]);
    }),
    { numRuns: 150 },
  );
});

test.skipIf(process.platform === 'win32')(
  'a disk that takes only a part is reported, and the next line is whole',
  async () => {
    const root = tempTree();
    const file = join(root, 's.jsonl');
    const writer = await program(`
    import { SessionWriter } from '@write/session-writer.ts';
    const writer = new SessionWriter(process.argv[2]);
    writer.append({ n: 1 });
    try { writer.append({ text: 'x'.repeat(5000) }); } catch (error) { console.log(error.message); }
  `);
    // The system stops writes at 1024 bytes a block, so this one is first short and then refused.
    const child = start('bash', ['-c', `ulimit -f 1; exec "${process.execPath}" "${writer}" "${file}"`]);
    await child.ended;
    expect(child.output()).toMatch(/^only 1016 of 5012 bytes could be written: EFBIG/);
    expect(statSync(file).size).toBe(1024);
    appendEntry(file, { n: 2 });
    const states = [...readLines(file)].map((line) => [line.state, line.objects[0]?.['n']]);
    expect(states).toEqual([
      ['whole', 1],
      ['skipped', undefined],
      ['whole', 2],
    ]);
  },
);
