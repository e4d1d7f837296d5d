import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draftPlan, type EditPlan, editSourceOf, Journal, performEdit, planCut, planStrip } from '../../src/edit.js';
import { scanList } from '../../src/index.js';
import { script } from '../support/lines.js';

const ID = '00000000-0000-4000-8000-000000000001';
let folder: string;
let file: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-title-copy-'));
  file = join(folder, 'projects/-app', `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  write(conversation());
  journal = new Journal(join(folder, 'journal'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const conversation = () =>
  script().user('fix the upload').reply('m1', 'done').user('add a test').reply('m2', 'added').text();
const write = (text: string) => writeFileSync(file, text);
const titleOf = (main: string) => scanList({ main, agents: [] }).title;
const clone = () => draftPlan('clone', 'clone');

function copyOf(main: string, planOf: (source: ReturnType<typeof editSourceOf>) => EditPlan): string {
  const source = editSourceOf(main);
  const done = performEdit({ source, plan: planOf(source), isInPlace: false, journal, now: 0, refuseLive: () => {} });
  if (done.kind !== 'done') throw new Error(done.kind);
  return done.file;
}

it("names a copy after the original, with the line that the client's /rename writes", () => {
  const copy = copyOf(file, clone);
  expect(titleOf(copy)).toEqual({ text: 'fix the upload (clone)', source: 'custom' });
  const last = JSON.parse(readFileSync(copy, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  const sessionId = copy.slice(-'.jsonl'.length - 36, -'.jsonl'.length);
  expect(last).toEqual({ type: 'custom-title', customTitle: 'fix the upload (clone)', sessionId });
  expect(titleOf(file).text).toBe('fix the upload');
});

it('counts copies of copies', () => {
  const second = copyOf(copyOf(file, clone), clone);
  expect(titleOf(second).text).toBe('fix the upload (clone 2)');
  expect(titleOf(copyOf(second, clone)).text).toBe('fix the upload (clone 3)');
  const cut = copyOf(second, ({ session, turns }) => planCut(session, turns, new Set([2])));
  expect(titleOf(cut).text).toBe('fix the upload (clone 2) (cut)');
});

it('takes no words from what the edit removed', () => {
  const cut = copyOf(file, ({ session, turns }) => planCut(session, turns, new Set([1])));
  expect(titleOf(cut).text).toBe('add a test (cut)');
  expect(readFileSync(cut, 'utf8')).not.toContain('fix the upload');
});

it('shortens a prompt that serves as title', () => {
  write(script().user('word '.repeat(40)).reply('m1', 'done').text());
  expect(titleOf(copyOf(file, clone)).text).toBe(`${'word '.repeat(12).trim()}… (clone)`);
});

it('changes the title that the client keeps in a file, too', () => {
  mkdirSync(join(dirname(file), ID));
  writeFileSync(join(dirname(file), ID, 'custom-title.json'), '{"customTitle":"Upload"}');
  const copy = copyOf(file, clone);
  expect(titleOf(copy).text).toBe('Upload (clone)');
  expect(JSON.parse(readFileSync(copy.replace('.jsonl', '/custom-title.json'), 'utf8'))).toEqual({
    customTitle: 'Upload (clone)',
  });
});

it('leaves the title of a session that is replaced', () => {
  const source = editSourceOf(file);
  const plan = planStrip(source.session, source.turns, { tools: true });
  performEdit({ source, plan, isInPlace: true, journal, now: 0, refuseLive: () => {} });
  expect(titleOf(file)).toEqual({ text: 'fix the upload', source: 'prompt' });
  expect(existsSync(join(dirname(file), ID))).toBe(false);
});

it('notes in the journal which session the copy was made from', () => {
  const copy = copyOf(file, clone);
  expect(journal.list()[0]).toMatchObject({ file: copy, from: file });
});
