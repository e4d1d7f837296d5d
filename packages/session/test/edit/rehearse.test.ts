import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { draftPlan, editSourceOf, type FamilyChange, planStrip, rehearseEdit } from '../../src/edit.js';
import { script } from '../support/lines.js';

const ID = '00000000-0000-4000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'unspool-rehearse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sourceWithAgent() {
  const file = join(folder, 'projects/-home-dev-app', `${ID}.jsonl`);
  const agent = join(folder, 'projects/-home-dev-app', ID, 'subagents/agent-abc.jsonl');
  mkdirSync(join(agent, '..'), { recursive: true });
  writeFileSync(file, script().user('go').reply('m1', 'done').text());
  writeFileSync(agent, script().user('task', { isSidechain: true, agentId: 'abc' }).text());
  return { source: editSourceOf(file), agent };
}

describe('a rehearsal', () => {
  it('includes changes to sub-agents, and leaves no files', () => {
    const { source, agent } = sourceWithAgent();
    const before = readdirSync(folder, { recursive: true });
    const seen: string[] = [];
    const change: FamilyChange = {
      planLines: (file) => {
        seen.push(file);
        return draftPlan('nothing');
      },
      changeText: (text) => text,
    };
    expect(rehearseEdit({ source, plan: draftPlan('clone'), change, isInPlace: false }).resumes).toBe(true);
    expect([...new Set(seen)]).toEqual([agent]);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('reports the remaining tokens of a session with too many messages for memory', () => {
    const file = join(folder, 'projects/-home-dev-app', '00000000-0000-4000-8000-000000000002.jsonl');
    mkdirSync(join(file, '..'), { recursive: true });
    const asked = script().user('go');
    for (let at = 0; at < 30; at++) {
      asked.call(`m${at}`, `t${at}`, 'Read', { file_path: 'x' }).result(`t${at}`, 'a word '.repeat(700_000));
    }
    writeFileSync(file, asked.reply('m', 'done').text());
    const source = editSourceOf(file);
    const { session } = source;
    const plan = planStrip(session, source.turns, { results: true, largerThan: 1000 });
    const { messages, tokens, bytes } = rehearseEdit({ source, plan, isInPlace: false });
    // It was freed before the result was read back.
    expect(source.session).not.toBe(session);
    expect(bytes.before).toBeGreaterThan(128 * 1024 * 1024);
    expect(messages).toBeUndefined();
    expect(tokens?.before).toBeGreaterThan(1_000_000);
    expect(tokens?.after).toBeLessThan((tokens?.before ?? 0) / 100);
    rmSync(file);
  });

  it('fails if the edit would', () => {
    const { source } = sourceWithAgent();
    const change: FamilyChange = {
      planLines: () => {
        throw new Error('cannot be planned');
      },
      changeText: (text) => text,
    };
    expect(() => rehearseEdit({ source, plan: draftPlan('clone'), change, isInPlace: false })).toThrow(
      'cannot be planned',
    );
  });
});
