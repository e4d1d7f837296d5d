import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftPlan, editSourceOf, Journal, performEdit } from '../../src/edit.js';
import { script } from '../support/lines.js';
import { configWith, newFolder } from './config-folder.js';

const ID = '00000000-0000-4000-8000-00000000000a';
const LINE = '00000000-0000-4000-8000-00000000001';
const OWN = `projects/-home-dev-app/${ID}`;

const uuid = (number: number) => ({
  uuid: `${LINE}${number}`,
  parentUuid: number === 1 ? null : `${LINE}${number - 1}`,
});

function copyOf(files: { [path: string]: string }) {
  const config = configWith(files);
  const source = editSourceOf(join(config.folder, `${OWN}.jsonl`));
  const journal = new Journal(join(newFolder('journal'), 'j'));
  const order = { source, journal, now: Date.now(), refuseLive: () => {} };
  const made = performEdit({ ...order, plan: draftPlan('clone'), isInPlace: false });
  if (made.kind !== 'done') throw new Error(made.kind);
  const sessionId = basename(made.file, '.jsonl');
  return { sessionId, text: readFileSync(made.file, 'utf8'), folder: join(dirname(made.file), sessionId) };
}

describe('a copy of a session whose id is not a UUID', () => {
  const names = ['my-session', 's', '', `${ID}-2`, 'Ä'.repeat(36), 'x'.repeat(36)];

  it.each(names)('%j: every line names the new session', (name) => {
    const output = `${name} said "sessionId":"${name}"`;
    const text = script()
      .user(output, { sessionId: name, ...uuid(1) })
      .reply('m1', output, { sessionId: name, session_id: name, ...uuid(2) })
      .line({ type: 'custom-title', customTitle: name, sessionId: name })
      .text();
    const copy = copyOf({ [`${OWN}.jsonl`]: text });
    const lines = copy.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).sessionId)).toEqual(Array(3).fill(copy.sessionId));
    expect(JSON.parse(lines[1] ?? '').session_id).toBe(copy.sessionId);
    const [first, second, third] = lines.map((line) => JSON.parse(line));
    // A line with this session's own id is found like any other mention of it.
    const kept = name.startsWith(ID) ? output.replaceAll(ID, copy.sessionId) : output;
    expect(first.message.content).toBe(kept);
    expect(second.message.content[0].text).toBe(kept);
    expect(third.customTitle).toBe(name.replace(ID, copy.sessionId));
    expect(copy.text).not.toContain(LINE);
  });

  it('works for some of the lines, and the others keep their bytes', () => {
    const text = script()
      .user('one', { sessionId: ID, ...uuid(1), big: 1 })
      .reply('m1', 'two', { sessionId: 'old', ...uuid(2) })
      .user('three', { sessionId: ID, ...uuid(3) })
      .text()
      .replace('"big":1', '"big" : 12345678901234567890');
    const copy = copyOf({ [`${OWN}.jsonl`]: text });
    const lines = copy.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).sessionId)).toEqual(Array(3).fill(copy.sessionId));
    expect(lines[0]).toContain('"big" : 12345678901234567890');
    expect(copy.text).not.toContain(ID);
  });

  it('works for its sub-agents', () => {
    const agent = script().user('task', { isSidechain: true, agentId: 'a1', sessionId: 'old', ...uuid(5) });
    const copy = copyOf({
      [`${OWN}.jsonl`]: script()
        .user('go', { sessionId: ID, ...uuid(1) })
        .text(),
      [`${OWN}/subagents/agent-a1.jsonl`]: agent.text(),
    });
    const line = JSON.parse(readFileSync(join(copy.folder, 'subagents/agent-a1.jsonl'), 'utf8'));
    expect(line.sessionId).toBe(copy.sessionId);
    expect(line.uuid).not.toContain(LINE);
  });
});
