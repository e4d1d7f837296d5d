import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftPlan, editSourceOf, filesToPack, Journal, performEdit, planFamilyRedaction } from '../../src/edit.js';
import type { Entry } from '../../src/index.js';
import { script } from '../support/lines.js';
import { configWith, newFolder, snapshot } from './config-folder.js';

const ID = '00000000-0000-4000-8000-00000000000a';
const OWN = `projects/-home-dev-app/${ID}`;
const WORKTREE = `projects/-home-dev-app--claude-worktrees-agent-x/${ID}`;
const SECRET = 'hunter-two';

const task = (id: string) => script().user(`find ${SECRET}`, { isSidechain: true, agentId: id, sessionId: ID }).text();

/** A session with everything that the client may store for it, in its own project and in a worktree's. */
function wideFamily() {
  return configWith({
    [`${OWN}.jsonl`]: script().user('go', { sessionId: ID }).reply('m1', SECRET).text(),
    [`${OWN}/subagents/agent-a1.jsonl`]: task('a1'),
    [`${OWN}/subagents/workflows/wf_1/agent-b1.jsonl`]: task('b1'),
    [`${OWN}/subagents/workflows/wf_1/journal.jsonl`]: `{"sessionId":"${ID}","result":"${SECRET}"}\n`,
    [`${OWN}/subagents/agent-gone.meta.json`]: `{"description":"${SECRET}"}`,
    [`${OWN}/tool-results/t1.txt`]: `${SECRET} in session ${ID}`,
    [`${OWN}/tool-results/shots/one.txt`]: SECRET,
    [`${OWN}/tool-results/.unspool-00000000-0000-4000-8000-0000000000ff.tmp`]: 'half',
    [`${OWN}/memory/note.md`]: `of ${ID}`,
    [`${OWN}/.unspool-00000000-0000-4000-8000-0000000000fe.tmp`]: 'half',
    [`${WORKTREE}/subagents/agent-w1.jsonl`]: task('w1'),
    [`${WORKTREE}/subagents/agent-w1.meta.json`]: `{"description":"${SECRET}"}`,
    [`${WORKTREE}/tool-results/w.txt`]: SECRET,
    [`file-history/${ID}/abc@v1`]: `of ${ID}`,
  });
}

function orderFor(config: { folder: string }) {
  const source = editSourceOf(join(config.folder, `${OWN}.jsonl`));
  return { source, journal: new Journal(join(newFolder('journal'), 'j')), now: Date.now(), refuseLive: () => {} };
}

const cleaner = {
  text: (text: string) => text.replaceAll(SECRET, '[secret]'),
  value: (value: unknown) => {
    const text = JSON.stringify(value);
    return text.includes(SECRET) ? (JSON.parse(text.replaceAll(SECRET, '[secret]')) as Entry) : value;
  },
};

describe('everything that belongs to a session', () => {
  it('is copied and names the new session; abandoned drafts are not', () => {
    const config = wideFamily();
    const made = performEdit({ ...orderFor(config), plan: draftPlan('clone'), isInPlace: false });
    if (made.kind !== 'done') throw new Error(made.kind);
    const own = made.file.replace(/\.jsonl$/, '');
    const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map((entry) => join(entry.parentPath, entry.name).slice(own.length + 1)).sort()).toEqual([
      'memory/note.md',
      'subagents/agent-a1.jsonl',
      'subagents/agent-gone.meta.json',
      'subagents/agent-w1.jsonl',
      'subagents/agent-w1.meta.json',
      'subagents/workflows/wf_1/agent-b1.jsonl',
      'subagents/workflows/wf_1/journal.jsonl',
      'tool-results/shots/one.txt',
      'tool-results/t1.txt',
      'tool-results/w.txt',
    ]);
    const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(texts.filter((text) => text.includes(ID))).toEqual([]);
    // A rewind restores the user's file, whatever it contains.
    const history = join(config.folder, 'file-history', own.slice(-36), 'abc@v1');
    expect(readFileSync(history, 'utf8')).toBe(`of ${ID}`);
  });

  it('is redacted in place, which can be undone', () => {
    const config = wideFamily();
    const before = snapshot(config.folder);
    const order = orderFor(config);
    const { plan, change, touched } = planFamilyRedaction(order.source, cleaner);
    expect(touched).toHaveLength(9);
    const done = performEdit({ ...order, plan, change, isInPlace: true });
    expect(done.kind).toBe('done');
    const holding = Object.keys(snapshot(config.folder)).filter(
      (path) => path.includes('.') && readFileSync(join(config.folder, path), 'utf8').includes(SECRET),
    );
    expect(holding).toEqual([]);
    const [entry] = order.journal.list();
    expect(entry && order.journal.undo(entry).kind).toBe('undone');
    expect(snapshot(config.folder)).toEqual(before);
  });

  it('is packed, each file under its own name', () => {
    const config = wideFamily();
    const { family, file } = orderFor(config).source;
    const { files, left } = filesToPack(family, file, ID);
    const names = files.map(({ name }) => name);
    expect(names).toContain(`project/${ID}/subagents/agent-w1.jsonl`);
    expect(names).toContain(`project/${ID}/tool-results/w.txt`);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(left).toEqual([]);
  });
});

it('a copy replaces an id on the border of two chunks', () => {
  const filler = 'x'.repeat(512 * 1024 - 10);
  const config = configWith({
    [`${OWN}.jsonl`]: script().user('go', { sessionId: ID }).reply('m1', 'done').text(),
    [`${OWN}/tool-results/long.txt`]: `${filler}${ID} ${filler}`,
  });
  const made = performEdit({ ...orderFor(config), plan: draftPlan('clone'), isInPlace: false });
  if (made.kind !== 'done') throw new Error(made.kind);
  const own = made.file.replace(/\.jsonl$/, '');
  const copy = join(own, 'tool-results/long.txt');
  expect(existsSync(copy)).toBe(true);
  expect(readFileSync(copy, 'utf8')).toBe(`${filler}${own.slice(-36)} ${filler}`);
});
