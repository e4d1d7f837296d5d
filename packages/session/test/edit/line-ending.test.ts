import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  draftPlan,
  type EditPlan,
  type EditSource,
  editSourceOf,
  Journal,
  performEdit,
  planCut,
  planFork,
  planRedact,
  planRepair,
  planStrip,
  stripPresets,
} from '../../src/edit.js';
import { readLines } from '../../src/index.js';
import { script } from '../support/lines.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-ending-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const journal = new Journal(join(folder, 'journal'));

/** Every line identifies itself, and has something that an edit changes. */
function lines(): string[] {
  let text = script();
  for (let turn = 0; turn < 3; turn++) {
    text = text
      .user(`prompt ${turn}`)
      .reply(`m${turn}`, [
        { type: 'thinking', thinking: 'hollow', signature: '' },
        { type: 'text', text: `said ${turn}` },
      ])
      .reply(`c${turn}`, [
        { type: 'text', text: `calls ${turn}` },
        { type: 'tool_use', id: `t${turn}`, name: 'Bash', input: { command: 'a secret' } },
      ])
      .user([
        { type: 'text', text: `beside ${turn}` },
        { type: 'tool_result', tool_use_id: `t${turn}`, content: 'x'.repeat(9000) },
      ])
      .reply(`e${turn}`, `end ${turn}`);
  }
  return text.text().trimEnd().split('\n');
}

const WORDS = /prompt \d|said \d|calls \d|beside \d|end \d/;

const operations: Record<string, (source: EditSource) => EditPlan> = {
  clone: () => draftPlan('clone'),
  cut: ({ session, turns }) => planCut(session, turns, new Set([2])),
  fork: ({ session, turns }) => planFork(session, turns, 2),
  gentle: ({ session, turns }) => planStrip(session, turns, { ...stripPresets.gentle, keepLast: 0 }),
  standard: ({ session, turns }) => planStrip(session, turns, { ...stripPresets.standard, keepLast: 0 }),
  hard: ({ session, turns }) => planStrip(session, turns, { ...stripPresets.hard, keepLast: 0 }),
  repair: ({ session, file }) => planRepair(session, readLines(file), { newUuid: randomUUID }).plan,
  redact: ({ session, file }) =>
    planRedact(session, readLines(file), (entry) => {
      const text = JSON.stringify(entry);
      return text.includes('secret') ? JSON.parse(text.replace('secret', 'TOKEN')) : entry;
    }),
};

describe.each(Object.entries(operations))('%s', (_, planOf) => {
  it.each([
    ['in place', true],
    ['as a new session', false],
  ])('keeps the ending of each line, %s', (_, isInPlace) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), (isCrlf) => {
        const endings = isCrlf.map((is) => (is ? '\r\n' : '\n'));
        const own = lines();
        const file = join(folder, 'projects', randomUUID(), `${randomUUID()}.jsonl`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, own.map((line, at) => line + endings[at]).join(''));
        const source = editSourceOf(file);
        const order = { source, plan: planOf(source), isInPlace, journal, now: 0, refuseLive: () => {} };
        const done = performEdit(order);
        if (done.kind !== 'done') throw new Error(done.kind);
        const expected = new Map(own.map((line, at) => [WORDS.exec(line)?.[0], endings[at]]));
        const made = readFileSync(done.file, 'utf8').match(/.*?\r?\n/g) ?? [];
        expect(made.length).toBeGreaterThan(5);
        const title = done.file === file || order.plan.mark === undefined ? undefined : made.pop();
        if (title !== undefined) expect(endingOf(title)).toBe(endingOf(made.at(-1) ?? ''));
        for (const line of made) {
          expect([line, endingOf(line)]).toEqual([line, expected.get(WORDS.exec(line)?.[0])]);
        }
      }),
      { numRuns: 8 },
    );
  });
});

const endingOf = (line: string) => (line.endsWith('\r\n') ? '\r\n' : '\n');
