import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastTimeIn } from '../../src/facts/last-time.js';
import { scanList } from '../../src/facts/scan-list.js';

const file = join(mkdtempSync(join(tmpdir(), 'unspool-last-time-')), 's.jsonl');

function timesOf(text: string): { last: number; listed: number } {
  writeFileSync(file, text);
  const { size } = statSync(file);
  return { last: lastTimeIn(file, size), listed: scanList({ main: file, agents: [] }).endedAt };
}

const line = (hour: number, filler = 0) =>
  `{"type":"user","uuid":"u${hour}","message":{"role":"user","content":"${'x'.repeat(filler)}"},"timestamp":"2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z"}\n`;
const untimed = (filler = 0) => `{"type":"custom-title","customTitle":"${'t'.repeat(filler)}"}\n`;
const at = (hour: number) => Date.UTC(2026, 4, 1, hour);

test.each([
  ['the last line', line(1) + line(2), at(2)],
  ['a line before lines without a time', line(1) + untimed() + untimed(), at(1)],
  ['lines with an end far longer than the first read', line(3) + untimed(300_000), at(3)],
  ['a long last line', line(3) + line(4, 300_000), at(4)],
  ['a line that is cut off', `${line(3)}{"type":"user","timest`, at(3)],
  ['no newline at the end', line(3) + line(4).trimEnd(), at(4)],
  ['no times', untimed(), Number.NaN],
  ['an empty file', '', Number.NaN],
])('of %s', (_, text, time) => {
  expect(timesOf(text)).toEqual({ last: time, listed: time });
});

test('equals the time in a list', () => {
  const lines = fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 500, 70_000))
      .map(([hour, filler]) => line(hour, filler)),
    fc.constantFrom(0, 70_000).map(untimed),
    fc.constantFrom(
      '\n',
      'not json\n',
      '\u0000\u0000\n',
      '{"timestamp":5}\n',
      '{"a":1}{"timestamp":"2026-05-01T05:00:00Z"}\n',
    ),
  );
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 8 }), fc.nat(40), (made, cut) => {
      const text = made.join('');
      const { last, listed } = timesOf(text.slice(0, Math.max(0, text.length - cut)));
      expect(last).toBe(listed);
    }),
  );
});
