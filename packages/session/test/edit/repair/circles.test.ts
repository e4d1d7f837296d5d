import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRepair, writeEdit } from '../../../src/edit.js';
import { openSession, readLines, resume } from '../../../src/index.js';

const ID = '00000000-0000-4000-8000-000000000001';

/** Six lines in a row. Those named are their own parents. */
function sessionWith(...own: number[]): string {
  return sessionHanging(Object.fromEntries(own.map((line) => [line, line])));
}

/** Six lines in a row, except those whose parent is given. */
function sessionHanging(parents: { [line: number]: number }): string {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-self-')), `${ID}.jsonl`);
  const lines = [1, 2, 3, 4, 5, 6].map((number) => {
    const isUser = number % 2 === 1;
    const parent = parents[number] ?? number - 1;
    const parentUuid = parent === 0 ? null : `u${parent}`;
    const message = isUser
      ? { role: 'user', content: `Q${number}` }
      : {
          id: `m${number}`,
          role: 'assistant',
          model: 'claude-opus-5-5',
          content: [{ type: 'text', text: `A${number}` }],
        };
    const timestamp = new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();
    const type = isUser ? 'user' : 'assistant';
    return JSON.stringify({
      type,
      uuid: `u${number}`,
      parentUuid,
      timestamp,
      isSidechain: false,
      sessionId: ID,
      message,
    });
  });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function repaired(file: string): { file: string; findings: ReturnType<typeof planRepair>['findings'] } {
  const session = openSession(file);
  const { plan, findings } = planRepair(session, readLines(file), { newUuid: () => 'new' });
  const written: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void written.push(Uint8Array.from(bytes)) };
  writeEdit({ file, nodes: session.nodes }, plan, sink);
  const to = join(mkdtempSync(join(tmpdir(), 'unspool-self-')), `${ID}.jsonl`);
  writeFileSync(to, Buffer.concat(written));
  return { file: to, findings };
}

describe('a line that is its own parent', () => {
  for (const own of [[3], [5], [2, 4], [1], [6], [1, 2, 3, 4, 5, 6]]) {
    it(`is attached to the previous line: ${own.join(', ')}`, () => {
      const result = repaired(sessionWith(...own));
      expect(result.findings.map(({ kind, line }) => [kind, line])).toEqual(own.map((line) => ['parent', line]));
      expect(resume(openSession(result.file)).messages).toEqual(resume(openSession(sessionWith())).messages);
      expect(repaired(result.file).findings).toEqual([]);
    });
  }

  it('is reported by its line number', () => {
    const [finding] = repaired(sessionWith(3)).findings;
    expect(finding?.what).toContain('its own parent');
    expect(finding?.repair).toBe('attach it to line 2, the line before it');
  });
});

describe('parents that form a circle', () => {
  const whole = resume(openSession(sessionWith())).messages;

  for (const [parents, lines] of [
    [{ 3: 4 }, [3]],
    [{ 3: 6 }, [3]],
    [{ 1: 2 }, [1]],
    [{ 1: 6 }, [1]],
    [{ 2: 3, 5: 6 }, [2, 5]],
    [{ 3: 4, 6: 6 }, [3, 6]],
  ] as [{ [line: number]: number }, number[]][]) {
    it(`are opened where the circle begins: ${JSON.stringify(parents)}`, () => {
      const result = repaired(sessionHanging(parents));
      expect(result.findings.map(({ kind, line }) => [kind, line])).toEqual(lines.map((line) => ['parent', line]));
      expect(resume(openSession(result.file)).messages).toEqual(whole);
      expect(repaired(result.file).findings).toEqual([]);
    });
  }

  it('are reported by their length', () => {
    const [finding] = repaired(sessionHanging({ 3: 5 })).findings;
    expect(finding?.what).toContain('a circle of 3 lines');
    expect(finding?.repair).toBe('attach it to line 2, the line before it');
  });

  it('of any lines do not remain after a repair', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.integer({ min: 1, max: 6 }).map(String), fc.integer({ min: 0, max: 6 })),
        (parents) => {
          const result = repaired(sessionHanging(parents));
          expect(repaired(result.file).findings.filter(({ kind }) => kind === 'parent')).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
