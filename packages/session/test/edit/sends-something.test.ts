import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addChange } from '../../src/edit/plan.js';
import {
  draftPlan,
  type EditPlan,
  type EditSource,
  editSourceOf,
  Journal,
  performEdit,
  planCut,
  planStrip,
  rehearseEdit,
} from '../../src/edit.js';
import { sendsNothing } from '../../src/resume/sends-nothing.js';
import { type Script, script } from '../support/lines.js';
import { configWith, newFolder } from './config-folder.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-sends-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const journal = new Journal(join(folder, 'journal'));
const NOTHING = { resumes: false, reasons: [{ kind: 'no_conversation', message: 'nothing would be left to send' }] };
const hook = { type: 'system', subtype: 'stop_hook_summary', content: 'done' };

function sourceOf(lines: Script): EditSource {
  const file = join(folder, 'projects', randomUUID(), `${randomUUID()}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.text());
  return editSourceOf(file);
}

function perform(source: EditSource, plan: EditPlan, isInPlace: boolean) {
  return performEdit({ source, plan, isInPlace, journal, now: Date.now(), refuseLive: () => {} });
}

const all = (source: EditSource) => planCut(source.session, source.turns, new Set([1]));

describe.each([
  ['in place', true],
  ['as a new session', false],
])('an edit %s', (_, isInPlace) => {
  it('is refused if nothing would be left to send', () => {
    const source = sourceOf(script().line(hook).user('one').reply('m1', 'first'));
    const before = readFileSync(source.file);
    expect(rehearseEdit({ source, plan: all(source), isInPlace })).toMatchObject(NOTHING);
    expect(perform(source, all(source), isInPlace)).toMatchObject({ kind: 'refused', check: NOTHING });
    expect(readFileSync(source.file)).toEqual(before);
    expect(readdirSync(dirname(source.file))).toHaveLength(1);
    expect(journal.list().filter((entry) => entry.file === source.file)).toEqual([]);
  });

  it('is refused if only what the client drops would be left', () => {
    const source = sourceOf(script().user('one').reply('m1', 'first').user([{}]));
    expect(source.turns.turns).toHaveLength(2);
    expect(perform(source, all(source), isInPlace)).toMatchObject({ kind: 'refused', check: NOTHING });
  });

  it('is refused if everything left precedes a compaction', () => {
    const source = sourceOf(
      script()
        .user('long ago')
        .reply('m0', 'yes')
        .line({ type: 'system', subtype: 'compact_boundary' })
        .user('The story so far.', { isCompactSummary: true })
        .user('two')
        .reply('m1', 'second'),
    );
    const plan = draftPlan('take all behind the compaction out');
    for (const { index } of source.session.nodes.slice(3)) plan.drops.add(index);
    expect(perform(source, plan, isInPlace)).toMatchObject({ kind: 'refused', check: NOTHING });
  });

  it('is performed if nothing was sent before either', () => {
    const source = sourceOf(
      script()
        .line(hook)
        .line({ ...hook, content: 'sk-secret' }),
    );
    expect(sendsNothing(source.session)).toBe(true);
    const plan = draftPlan('redact');
    addChange(plan, 1, (entry) => ({ ...entry, content: '[redacted]' }) as typeof entry);
    expect(perform(source, plan, isInPlace)).toMatchObject({ kind: 'done' });
  });

  it('is performed if a word is left', () => {
    const source = sourceOf(
      script()
        .user('one')
        .reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 's' }]),
    );
    const plan = planStrip(source.session, source.turns, { thinking: 'all' });
    expect(perform(source, plan, isInPlace)).toMatchObject({ kind: 'done' });
  });
});

describe('a session sends nothing', () => {
  it.each([
    ['only lines of the client', script().line(hook), true],
    ['an empty prompt', script().user([]), true],
    ['a prompt without a known block', script().user([{}]), true],
    ['thinking alone', script().reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 's' }]), true],
    ['a prompt', script().user('one'), false],
    ['a reply', script().reply('m1', 'one'), false],
    [
      'a picture',
      script().user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }]),
      false,
    ],
    [
      'a local command',
      script().line({ type: 'system', subtype: 'local_command', content: '<command-name>/x' }),
      false,
    ],
    ['no line at all', script(), false],
  ])('%s', (_, lines, expected) => {
    expect(sendsNothing(lines.session())).toBe(expected);
  });
});

it('a copy of a session whose name no client accepts is judged by its own name', () => {
  const config = configWith({ 'projects/-home-dev-app/backup.jsonl': script().user('Q').reply('m1', 'A').text() });
  const source = editSourceOf(join(config.projects, '-home-dev-app/backup.jsonl'));
  const journal = new Journal(join(newFolder('journal'), 'j'));
  const order = { source, plan: draftPlan('clone'), isInPlace: false, journal, now: 0, refuseLive: () => {} };
  expect(performEdit(order)).toMatchObject({ outcome: { messages: { before: 0, after: 2 } } });
});
