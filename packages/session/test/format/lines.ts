import { join } from 'node:path';
import { expect } from 'vitest';
import { checkFile, resume, turnsOf } from '../../src/index.js';
import { sessionOf } from '../../src/model.js';
import { splitBytes } from '../../src/read.js';
import { script } from '../support/lines.js';
import { texts } from './helpers.js';
import type { Proofs } from './proofs.js';
import { tree } from './tree.js';

const ID = '00000000-0000-4000-8000-000000000001';

export const lines: Proofs = {
  'Lines end with a line feed; a carriage return before it, a byte order mark and blank lines do no harm.': () => {
    const lines = [...splitBytes(Buffer.from('\ufeff{"a":1}\r\n\n{"b":2}\n'))];
    expect(lines.map((line) => line.state)).toEqual(['whole', 'blank', 'whole']);
  },
  'Lines cover the whole file: writing them back gives the same bytes.': () => {
    const bytes = Buffer.from('{"a":1}{"b":2}\n\0\0nonsense\r\n\xff\n{"tor', 'latin1');
    const lines = [...splitBytes(bytes)];
    expect(Buffer.concat(lines.map((line) => Buffer.from(line.bytes ?? [])))).toEqual(bytes);
  },
  'Two objects glued together on one line are both read; the client reads only the first.': () => {
    const [line] = splitBytes(Buffer.from('{"type":"user"}{"type":"assistant"}\n'));
    expect(line).toMatchObject({ state: 'recovered', objects: [{ type: 'user' }, { type: 'assistant' }] });
    const [a, b, c] = script().user('a').reply('m', 'b').user('c').text().trimEnd().split('\n');
    const session = sessionOf(splitBytes(Buffer.from(`${a}\n${b}${c}\n`)), ID);
    expect(turnsOf(session).turns).toHaveLength(2);
    expect(texts(resume(session).messages)).toEqual(['a', 'b']);
  },
  'A line that does not begin with a whole object is one that the client skips.': () => {
    const [a, b, c, d] = script().user('a').reply('m', 'b').user('c').reply('n', 'd').text().trimEnd().split('\n');
    const session = sessionOf(splitBytes(Buffer.from(`${a}\n${b}\n{"torn":"${c}\n${d}\n`)), ID);
    expect(texts(resume(session).messages)).toEqual(['a', 'b', 'd']);
  },
  'An object after NUL bytes or after the torn start of another is read.': () => {
    const whole = '{"type":"user","uuid":"u1"}';
    for (const text of [`\0\0\0${whole}\n`, `{"type":"user","uuid":"u0","message":{"content":"cut of${whole}\n`]) {
      const [line] = splitBytes(Buffer.from(text));
      expect(line?.objects).toEqual([{ type: 'user', uuid: 'u1' }]);
    }
  },
  'A last line that was cut off is reported as torn and stays in the file.': () => {
    const lines = [...splitBytes(Buffer.from('{"a":1}\n{"type":"us'))];
    expect(lines[1]).toMatchObject({ state: 'skipped', byte: 8, length: 11 });
    expect(lines[1]?.problems.map((problem) => problem.kind)).toContain('torn');
  },
  'Every line is counted as read, skipped or blank.': () => {
    const session = sessionOf(splitBytes(Buffer.from('{"a":1}\n\nno\n{"b":1}{"c":1}\n[]\n')), ID);
    expect(session.lines).toEqual({ total: 5, read: 2, skipped: 2, blank: 1, recovered: 2 });
  },
  'Unknown types, fields and blocks are kept, and listed in the drift report with the client version they came from.':
    () => {
      const home = tree({
        'x.jsonl': script()
          .user([{ type: 'hologram' }], { version: '9.9.9', mood: 'fine' })
          .line({ type: 'weather', sky: 'blue' })
          .text(),
      });
      const { unknown, roundTrip } = checkFile(join(home, 'x.jsonl'));
      expect(unknown.types).toEqual({ weather: { count: 1, versions: ['9.9.9'] } });
      expect(Object.keys(unknown.fields)).toEqual(['user.mood']);
      expect(Object.keys(unknown.blocks)).toEqual(['hologram']);
      expect(roundTrip).toBe(true);
    },
};
