import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planRedact, writeEdit } from '../../src/edit.js';
import { type Entry, openSession, readLines, resume } from '../../src/index.js';
import { writeNewFile } from '../../src/write.js';
import { script } from '../support/lines.js';

const ID = '00000000-0000-4000-8000-000000000001';
const SECRET = 'hunter2hunter2';

/** Replaces one secret anywhere. Parts without it keep the same references. */
function redactEntry(entry: Entry): Entry {
  return walk(entry) as Entry;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(SECRET, '[redacted]');
  if (Array.isArray(value)) {
    const changed = value.map(walk);
    return changed.every((each, at) => each === value[at]) ? value : changed;
  }
  if (typeof value !== 'object' || value === null) return value;
  const changed = Object.entries(value).map(([key, each]) => [walk(key), walk(each)] as const);
  const isSame = Object.entries(value).every(
    ([key, each], at) => changed[at]?.[0] === key && changed[at]?.[1] === each,
  );
  return isSame ? value : Object.fromEntries(changed);
}

function redacted(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-redact-'));
  try {
    const file = join(folder, `${ID}.jsonl`);
    const to = join(folder, 'redacted.jsonl');
    writeFileSync(file, source);
    const session = openSession(file);
    const plan = planRedact(session, readLines(file), redactEntry);
    writeNewFile(to, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
    return { plan, text: readFileSync(to, 'utf8'), resumed: resume(openSession(to, { sessionId: ID })) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('redact', () => {
  it('changes only the lines that contain a secret', () => {
    const text = script()
      .user('Q1')
      .reply('m1', `the password is ${SECRET}`)
      .user('Q2')
      .call('m2', 't1', 'Bash', { command: `login ${SECRET}`, [SECRET]: 1 })
      .result('t1', 'ok', { toolUseResult: { stdout: SECRET } })
      .text();
    const { text: after, resumed } = redacted(text);
    expect(after).not.toContain(SECRET);
    const lines = text.split('\n');
    expect(after.split('\n')[0]).toBe(lines[0]);
    expect(after.split('\n')[2]).toBe(lines[2]);
    expect(after).toBe(text.replaceAll(SECRET, '[redacted]'));
    expect(resumed.resumed).toBe(true);
  });

  it('leaves ids alone, even if they look like secrets', () => {
    const call = { type: 'tool_use', id: SECRET, name: 'Bash', input: { command: SECRET } };
    const text = script().user('Q1', { uuid: SECRET }).reply(SECRET, [call]).result(SECRET, SECRET).text();
    const { text: after, resumed } = redacted(text);
    expect(after).toContain(`"uuid":"${SECRET}"`);
    expect(after).toContain('"command":"[redacted]"');
    expect(resumed.messages.flatMap((message) => message.content)).toMatchObject([
      { type: 'text' },
      { type: 'tool_use', id: SECRET, input: { command: '[redacted]' } },
      { type: 'tool_result', tool_use_id: SECRET, content: '[redacted]' },
      { type: 'text' },
    ]);
  });

  it('leaves out thinking that contains a secret, because its signature would no longer match', () => {
    const thought = { type: 'thinking', thinking: `use ${SECRET}`, signature: 'sig' };
    const clean = { type: 'thinking', thinking: 'hm', signature: SECRET };
    const text = script()
      .user('Q1')
      .reply('m1', [thought])
      .reply('m1', [clean, { type: 'text', text: `A1 ${SECRET}` }])
      .user('Q2')
      .reply('m2', [thought])
      .reply('m2', [{ type: 'thinking', thinking: 'other', signature: 'sig' }])
      .user('Q3')
      .reply('m3', 'A3')
      .text();
    const { text: after, plan, resumed } = redacted(text);
    expect(after).not.toContain('use [redacted]');
    expect(after).toContain(JSON.stringify(clean));
    expect(after).not.toContain('other');
    expect(plan.notes.join()).toContain('left out (2)');
    expect(resumed.resumed).toBe(true);
  });

  it('leaves out damaged bytes that contain a secret, and only those', () => {
    const [first, ...rest] = script().user('Q1').reply('m1', 'A1').text().split('\n');
    const text = [`${first}{"torn":"${SECRET}`, '{"torn":"harmless', ...rest].join('\n');
    const { text: after, plan } = redacted(text);
    expect(after).not.toContain(SECRET);
    expect(after).toBe([first, '{"torn":"harmless', ...rest].join('\n'));
    expect([...plan.repairs]).toEqual([1]);
  });

  it('changes nothing if there is no secret', () => {
    const text = `{"torn\n${script().user('Q1').reply('m1', 'A1').text()}`;
    expect(redacted(text).text).toBe(text);
  });
});
