import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { withPieces } from '../../src/edit/patch-line.js';
import { addChange, draftPlan, type PlanDraft } from '../../src/edit/plan.js';
import { writeEdit } from '../../src/edit/write-edit.js';
import type { Entry } from '../../src/format/entry.js';
import { openSession, resume } from '../../src/index.js';
import { writeNewFile } from '../../src/write/new-file.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ids = Array.from({ length: 6 }, () => randomUUID() as string);
const line = (at: number, parent: number | null, words: string) =>
  JSON.stringify({
    type: 'user',
    uuid: ids[at],
    parentUuid: parent === null ? null : ids[parent],
    timestamp: `2026-01-01T00:00:0${at}.000Z`,
    message: { role: 'user', content: words },
  });

/** Returns the result of a plan: its text, and what a client sends of it. */
function edited(lines: string[], decide: (plan: PlanDraft) => void): { text: string; sent: string } {
  const file = join(folder, `${randomUUID()}.jsonl`);
  writeFileSync(file, lines.map((each) => `${each}\n`).join(''));
  const { nodes } = openSession(file);
  const plan = draftPlan('edit');
  decide(plan);
  const made = join(folder, `${randomUUID()}.jsonl`);
  writeNewFile(made, (sink) => writeEdit({ file, nodes }, plan, sink));
  return { text: readFileSync(made, 'utf8'), sent: JSON.stringify(resume(openSession(made)).messages) };
}

const withWords = (words: string) => (entry: Entry) =>
  ({ ...entry, message: { role: 'user', content: words } }) as Entry;

describe('an edit of a line with several objects', () => {
  const glued = `${line(1, 0, 'seen')}${line(2, 1, 'hidden')}`;
  const lines = [line(0, null, 'first'), glued, line(3, 1, 'last')];

  it('keeps them on one line, so that hidden objects stay hidden', () => {
    const { text, sent } = edited(lines, (plan) => addChange(plan, 1, withWords('changed')));
    expect(text.split('\n')).toHaveLength(4);
    expect(text.split('\n')[1]).toBe(`${line(1, 0, 'changed')}${line(2, 1, 'hidden')}`);
    expect(sent).toContain('changed');
    expect(sent).not.toContain('hidden');
  });

  it('drops the objects that the client does not see with the one before them', () => {
    const { text, sent } = edited(lines, (plan) => plan.drops.add(1));
    expect(text).not.toContain('hidden');
    expect(sent).toContain('first');
    expect(sent).toContain('last');
  });

  it('drops or changes a hidden one in place', () => {
    expect(edited(lines, (plan) => plan.drops.add(2)).text.split('\n')[1]).toBe(line(1, 0, 'seen'));
    const { text, sent } = edited(lines, (plan) => addChange(plan, 2, withWords('other')));
    expect(text.split('\n')[1]).toBe(`${line(1, 0, 'seen')}${line(2, 1, 'other')}`);
    expect(sent).not.toContain('other');
  });

  it('does not reveal what follows damaged bytes', () => {
    const damaged = [line(0, null, 'first'), `\0\0${line(1, 0, 'hidden')}`, line(3, 0, 'last')];
    const { text, sent } = edited(damaged, (plan) => addChange(plan, 1, withWords('changed')));
    expect(text.split('\n')[1]).toBe(`\0\0${line(1, 0, 'changed')}`);
    expect(sent).not.toContain('changed');
  });

  it('splits them on request', () => {
    const { text, sent } = edited(lines, (plan) => plan.repairs.add(2));
    expect(text.split('\n').slice(0, -1)).toEqual([lines[0], line(1, 0, 'seen'), line(2, 1, 'hidden'), lines[2]]);
    expect(sent).toContain('seen');
  });
});

it('replaces objects and keeps every other byte', () => {
  const object = fc
    .dictionary(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }))
    .map((each) => JSON.stringify(each));
  fc.assert(
    fc.property(fc.array(fc.tuple(object, fc.boolean()), { minLength: 2, maxLength: 5 }), (parts) => {
      const text = Buffer.from(`${parts.map(([each]) => each).join('')}\n`);
      const pieces = parts.map(([, isOther]) => (isOther ? Buffer.from('{"other":1}') : undefined));
      const wanted = parts.map(([each, isOther]) => (isOther ? '{"other":1}' : each)).join('');
      expect(withPieces(text, pieces).toString()).toBe(`${wanted}\n`);
    }),
  );
});
