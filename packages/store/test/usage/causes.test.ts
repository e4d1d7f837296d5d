import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from '../../src/usage/apportion.js';
import { causesOf } from '../../src/usage/attribute-sessions.js';
import { Attribution, CONTEXT, PROMPTS, REPLIES, skillOf, toolOf } from '../../src/usage/attribution.js';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { reportOf } from '../../src/usage/reports.js';
import { scanUsage, sessionRef } from '../../src/usage/scan-usage.js';
import { generated, sessionsIn } from '../support/generated.js';

const prices = new Prices();
const options = { prices, isWanted: () => true };

it('splits to the last token', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.array(fc.nat(1e6), { minLength: 1, maxLength: 9 }), (whole, weights) => {
      const parts = apportion(whole, weights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
    }),
  );
});

describe.each([
  ['clean', { mb: 3, files: 20, seed: 61 }],
  ['dirty', { mb: 3, files: 20, seed: 62, dirty: true }],
])('causes in a %s store', (_, corpus) => {
  const { folder, truth } = generated(corpus);
  const sessions = sessionsIn(folder);

  it('tools bring in every token, and no more', () => {
    const report = causesOf('tools', sessions, sessionRef, options);
    expect(report.total.tokens).toEqual(truth.tokens);
    const scanned = reportOf('models', scanUsage(sessions).usages(prices), {
      ...options,
      calendar: new Calendar('UTC'),
    });
    expect(report.total.cost).toBe(scanned.total.cost);
    expect(report.rows.map((row) => row.key)).toEqual(
      expect.arrayContaining(['Bash', 'Read', PROMPTS, REPLIES, CONTEXT]),
    );
  });

  it('sub-agents cost what their replies cost', () => {
    const report = causesOf('agents', sessions, sessionRef, options);
    const own = { ...options, calendar: new Calendar('UTC'), isWanted: (usage: { isAgent: boolean }) => usage.isAgent };
    const scanned = reportOf('models', scanUsage(sessions).usages(prices), own);
    expect(report.total.tokens).toEqual(scanned.total.tokens);
  });
});

describe('attribution', () => {
  const reply = (id: string, content: object[], fields: object = {}) => ({
    type: 'assistant',
    message: {
      id,
      role: 'assistant',
      model: 'claude-opus-5',
      content,
      usage: { input_tokens: 100, output_tokens: 10 },
    },
    ...fields,
  });
  const user = (content: unknown, fields: object = {}) => ({
    type: 'user',
    message: { role: 'user', content },
    ...fields,
  });

  it('knows what brought the input and what was said', () => {
    const attribution = new Attribution('f');
    const lines = [
      user('do it'),
      reply('m1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }]),
      user([{ type: 'tool_result', tool_use_id: 't1', content: 'x'.repeat(500) }]),
      reply('m2', [{ type: 'text', text: 'done' }]),
    ];
    lines.forEach((line, at) => {
      attribution.add(line, at);
    });
    expect([...(attribution.replies.get('m1')?.brought.keys() ?? [])]).toEqual([PROMPTS]);
    expect([...(attribution.replies.get('m1')?.said.keys() ?? [])]).toEqual(['Bash']);
    expect([...(attribution.replies.get('m2')?.brought.keys() ?? [])]).toEqual(['Bash']);
    expect([...(attribution.replies.get('m2')?.said.keys() ?? [])]).toEqual([REPLIES]);
  });

  it('knows skills, their text included', () => {
    const attribution = new Attribution('f');
    attribution.add(reply('m1', [{ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'pdf' } }]), 0);
    attribution.add(user([{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]), 1);
    attribution.add(user('the whole skill', { isMeta: true, sourceToolUseID: 't1' }), 2);
    attribution.add(reply('m2', [{ type: 'text', text: 'x' }], { attributionSkill: 'pdf' }), 3);
    const brought = [...(attribution.replies.get('m2')?.brought.keys() ?? [])];
    expect(brought.map(skillOf)).toEqual(['pdf']);
    expect(brought.map(toolOf)).toEqual(['Skill']);
    expect(attribution.replies.get('m2')?.skill).toBe('pdf');
  });
});
