import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFile, openSession } from '../../src/index.js';
import { DEEPEST, isTooDeep } from '../../src/read/depth.js';
import { linesOf } from './lines-of.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-limits-'));
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const fileOf = (name: string, text: string): string => {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, text);
  return file;
};

describe('nesting', () => {
  it.each([
    [DEEPEST, 'whole'],
    [DEEPEST + 1, 'skipped'],
    [20_000, 'skipped'],
  ])('%i deep', (depth, state) => {
    const [line] = linesOf(`${nested(depth)}\n`);
    expect(line?.state).toBe(state);
    expect(line?.problems.map(({ kind }) => kind)).toEqual(state === 'whole' ? [] : ['too_deep']);
  });

  it('counts brackets that never close', () => {
    expect(linesOf(`${'{"a":'.repeat(5000)}\n`)[0]?.problems[0]?.kind).toBe('too_deep');
    expect(linesOf('['.repeat(5000))[0]?.problems.map(({ kind }) => kind)).toEqual(['no_final_newline', 'too_deep']);
  });

  it('does not count brackets in strings or next to each other', () => {
    expect(isTooDeep(JSON.stringify({ text: '{['.repeat(5000), quoted: '\\"{'.repeat(5000) }))).toBe(false);
    expect(isTooDeep(JSON.stringify(Array.from({ length: 5000 }, () => ({ a: [] }))))).toBe(false);
  });

  it.each([1000, 5000, 10_000])('an unknown line %i deep opens and reads back', (depth) => {
    const file = fileOf(`deep-${depth}`, `{"type":"x","a":${nested(depth)}}\n{"type":"y"}\n`);
    expect(openSession(file).nodes.map(({ type }) => type)).toEqual(['y']);
    expect(checkFile(file)).toMatchObject({ roundTrip: true, problemCounts: { too_deep: 1 } });
  });
});

describe('very many objects on one line', () => {
  it('are read up to a limit, and the rest is reported', () => {
    const file = fileOf('glued', `${'{"a":1}'.repeat(150_000)}\n{"type":"y"}\n`);
    const session = openSession(file);
    expect(session.lines).toMatchObject({ total: 2, recovered: 20_000 });
    expect(checkFile(file)).toMatchObject({ roundTrip: true, problemCounts: { glued: 20_000 } });
    const read = session.nodes.map((node) => session.read(node));
    expect(read.slice(-2)).toEqual([{ a: 1 }, { type: 'y' }]);
  });
});

it('reports an unknown type named like a prototype', () => {
  const file = fileOf('proto', '{"type":"__proto__"}\n{"type":"__proto__"}\n{"type":"constructor"}\n');
  const { unknown } = checkFile(file);
  expect(Object.keys(unknown.types)).toEqual(['__proto__', 'constructor']);
  expect(JSON.stringify(unknown.types)).toContain('"__proto__":{"count":2');
});
