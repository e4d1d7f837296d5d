import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { draftPlan } from '../../src/edit/plan.js';
import { editSourceOf, Journal, type Outcome, performEdit, rehearseEdit } from '../../src/edit.js';
import { openSession, resume } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-left-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = randomUUID();
const [A, B, C, D] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as [string, string, string, string];
const signed = (thinking: string) => ({ type: 'thinking', thinking, signature: 'c2ln' });
const text = (words: string) => ({ type: 'text', text: words });

function user(uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object {
  return {
    type: 'user',
    uuid,
    parentUuid,
    timestamp: time(),
    sessionId: ID,
    message: { role: 'user', content },
    ...more,
  };
}

function reply(uuid: string, parentUuid: string, id: string, content: unknown[]): object {
  const message = { id, role: 'assistant', model: 'claude-opus-5-5', content };
  return { type: 'assistant', uuid, parentUuid, timestamp: time(), sessionId: ID, message };
}

let seconds = 0;
function time(): string {
  return new Date(Date.UTC(2026, 0, 1, 12, 0, ++seconds)).toISOString();
}

function written(lines: (object | string)[], agent?: object[]): string {
  const file = join(mkdtempSync(join(folder, 'p-')), 'projects/-home-dev-app', `${ID}.jsonl`);
  const put = (path: string, own: (object | string)[]) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, own.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  };
  put(file, lines);
  if (agent) put(join(dirname(file), ID, 'subagents/agent-abc.jsonl'), agent);
  return file;
}

function cloned(file: string): { text: string; outcome: Outcome; file: string } {
  const source = editSourceOf(file);
  const plan = draftPlan('clone');
  const rehearsed = rehearseEdit({ source, plan, isInPlace: false });
  const journal = new Journal(join(folder, 'journal'));
  const done = performEdit({ source, plan, isInPlace: false, journal, now: Date.now(), refuseLive: () => {} });
  if (done.kind !== 'done') throw new Error(done.kind);
  const { outcome } = done;
  expect(rehearsed.notes).toEqual(outcome.notes);
  expect({ ...rehearsed.lines, resumes: rehearsed.resumes }).toEqual({ ...outcome.lines, resumes: outcome.resumes });
  expect(rehearsed.messages).toEqual(outcome.messages);
  return { text: readFileSync(done.file, 'utf8'), outcome, file: done.file };
}

describe('a clone', () => {
  it('reports how many records of requests it leaves out', () => {
    const file = written([
      user(A, null, 'Q'),
      { type: 'api-request', n: 1 },
      { type: 'api-request-blob', n: 1 },
      reply(B, A, 'm1', [text('A')]),
    ]);
    const { outcome, text: made } = cloned(file);
    expect(outcome.notes.join()).toContain('2 lines in which the client recorded its requests');
    expect(made).not.toContain('api-request');
  });

  it('drops a line with only a thought that names an id, and reconnects the rest', () => {
    const file = written([
      user(A, null, 'Q'),
      reply(B, A, 'm1', [signed(`line ${A}`)]),
      reply(C, B, 'm1', [text('answer')]),
      user(D, C, 'Q2'),
    ]);
    const { outcome, text: made, file: copy } = cloned(file);
    expect(outcome.notes.join()).toContain('1 signed thought that names ids');
    expect(outcome.lines).toEqual({ before: 4, after: 3 });
    const lines = made
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ parentUuid }) => parentUuid)).toEqual([null, lines[0].uuid, lines[1].uuid]);
    for (const id of [A, B, C, D, ID]) expect(made).not.toContain(id);
    expect(resume(openSession(copy)).messages).toEqual(resume(openSession(file)).messages.map(withoutThoughts));
  });

  it('sends nothing extra for a reply that was cut off while thinking', () => {
    const file = written([
      user(A, null, 'Q'),
      reply(B, A, 'm1', [signed(`see ${A}`)]),
      user(C, B, 'Q2'),
      reply(D, C, 'm2', [text('A2')]),
    ]);
    const { file: copy } = cloned(file);
    expect(JSON.stringify(resume(openSession(copy)).messages)).not.toContain('no content');
    expect(resume(openSession(copy)).messages).toEqual(resume(openSession(file)).messages);
  });

  it('keeps other thoughts of the line, thoughts without ids, and unsigned words', () => {
    const other = randomUUID();
    const file = written([
      user(A, null, 'Q'),
      reply(B, A, 'm1', [
        signed(`see ${A}`),
        signed(`see ${other}`),
        { type: 'thinking', thinking: `not signed ${A}` },
      ]),
      reply(C, B, 'm1', [text('A')]),
    ]);
    const { text: made, outcome } = cloned(file);
    const [, thought] = made.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
    expect(thought.message.content).toHaveLength(2);
    expect(thought.message.content[0]).toEqual(signed(`see ${other}`));
    expect(thought.message.content[1].thinking).toMatch(/^not signed [0-9a-f-]{36}$/);
    expect(made).not.toContain(A);
    expect(outcome.notes.join()).toContain('1 signed thought');
  });

  it('finds thoughts on lines with blanks, and those of sub-agents', () => {
    const spaced = JSON.stringify(reply(B, A, 'm1', [signed(`see ${A}`)]), null, 1).replaceAll('\n', ' ');
    expect(spaced).toContain('"thinking": "');
    const agent = [
      user(C, null, 'task', { isSidechain: true, agentId: 'abc' }),
      { ...reply(D, C, 'm2', [signed(`see ${C}`)]), isSidechain: true },
      { ...reply(randomUUID(), D, 'm2', [text('done')]), isSidechain: true },
    ];
    const file = written([user(A, null, 'Q'), spaced, reply(randomUUID(), B, 'm1', [text('A')])], agent);
    const { outcome, file: copy } = cloned(file);
    expect(outcome.notes.join()).toMatch(/[12] signed thought/);
    const made = openSession(join(copy.replace(/\.jsonl$/, ''), 'subagents/agent-abc.jsonl'));
    expect(made.nodes).toHaveLength(2);
    expect(made.nodes[1]?.parentUuid).toBe(made.nodes[0]?.uuid);
    expect(readFileSync(copy, 'utf8')).not.toContain(A);
  });
});

function withoutThoughts(message: { role: string; content: unknown }): unknown {
  const { content } = message;
  return Array.isArray(content) ? { ...message, content: content.filter(({ type }) => type !== 'thinking') } : message;
}

describe('ids hidden by escapes', () => {
  const hidden = (id: string) =>
    [...id].map((letter, at) => (at % 3 === 0 ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter)).join('');

  it.each([
    ['in a uuid and its references', (line: string) => line.replaceAll(B, hidden(B))],
    ['in message content', (line: string) => line.replace(`said ${A}`, `said ${hidden(A)}`)],
    ['everywhere', (line: string) => [A, B, C].reduce((all, id) => all.replaceAll(id, hidden(id)), line)],
  ])('are made new, %s', (_, hide) => {
    const lines = [
      user(A, null, 'Q'),
      reply(B, A, 'm1', [text(`said ${A}`)]),
      user(C, B, 'Q2', { note: '\u001b[36m a plain escape' }),
    ];
    const file = written(lines.map((line) => hide(JSON.stringify(line))));
    const { text: made, file: copy } = cloned(file);
    const plain = made
      .trimEnd()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line)));
    for (const id of [A, B, C]) expect(plain.join()).not.toContain(id);
    expect(openSession(copy).nodes.map(({ parentUuid }) => parentUuid)).toEqual([
      null,
      ...openSession(copy)
        .nodes.slice(0, 2)
        .map(({ uuid }) => uuid),
    ]);
  });

  it('are replaced inside lines and where another session is named', () => {
    const other = randomUUID();
    const lines = [
      user(A, null, 'Q', { sessionId: other, snapshot: { uuid: D } }),
      reply(B, A, 'm1', [text('A')]),
      user(C, B, 'Q2', { sessionId: other }),
    ];
    const file = written(
      lines.map((line) => JSON.stringify(line).replaceAll(other, hidden(other)).replaceAll(D, hidden(D))),
    );
    const plain = cloned(file)
      .text.trimEnd()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line)));
    for (const id of [A, B, C, D, other]) expect(plain.join(), id).not.toContain(id);
  });

  it('leave lines without hidden ids alone', () => {
    const line = JSON.stringify(user(A, null, 'Q')).replace('"Q"', '"\\u0061 b\\u002dc"');
    const { text: made } = cloned(written([line, reply(B, A, 'm1', [text('A')])]));
    expect(made).toContain('"\\u0061 b\\u002dc"');
  });
});

it('a line whose id is an ordinary word changes no other word', () => {
  const common = { gitBranch: 'main', slug: 'main', nested: { branch: 'main' } };
  const file = written([
    { ...user('main', null, 'on main'), ...common },
    { ...reply('next', 'main', 'm1', [text('main')]), ...common },
    {
      type: 'file-history-snapshot',
      messageId: 'main',
      snapshot: { messageId: 'main', trackedFileBackups: { main: {} } },
    },
    { type: 'last-prompt', leafUuid: 'next', sessionId: ID },
  ]);
  const { text: made } = cloned(file);
  const [first, second, snapshot, leaf] = made
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ ...common, message: { content: 'on main' } });
  expect(first.uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toMatchObject({ ...common, parentUuid: first.uuid });
  expect(snapshot).toMatchObject({
    messageId: first.uuid,
    snapshot: { messageId: first.uuid, trackedFileBackups: { main: {} } },
  });
  expect(leaf.leafUuid).toBe(second.uuid);
});
