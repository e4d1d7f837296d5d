import type { JsonObject } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from '../../src/causes/apportion.js';
import { Attribution, type Caused } from '../../src/causes/attribution.js';
import { causesOf } from '../../src/causes/file-causes.js';
import { CONTEXT, PROMPTS, REPLIES, skillOf, toolOf } from '../../src/causes/labels.js';
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

  it('all tokens are attributed to tools, each once', () => {
    const report = causesOf('tools', sessions, sessionRef, options);
    expect(report.total.tokens).toEqual(truth.tokens);
    expect([report.total, ...report.rows.map(({ sum }) => sum)].some((sum) => sum.hasImpossible)).toBe(false);
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
    const report = causesOf('sub-agents', sessions, sessionRef, options);
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

  const follow = (lines: object[]) => {
    const attribution = new Attribution('f');
    return lines.flatMap((line, at) => attribution.add(line as JsonObject, at) ?? []);
  };
  const labels = (sizes: Caused['inputSizes']) => sizes?.map(([label]) => label);

  it('finds the sources of the input and the content of the output', () => {
    const [first, second] = follow([
      user('do it'),
      reply('m1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }]),
      user([{ type: 'tool_result', tool_use_id: 't1', content: 'x'.repeat(500) }]),
      reply('m2', [{ type: 'text', text: 'done' }]),
    ]);
    expect(labels(first?.inputSizes)).toEqual([PROMPTS]);
    expect(labels(first?.outputSizes)).toEqual(['Bash']);
    expect(labels(second?.inputSizes)).toEqual(['Bash']);
    expect(labels(second?.outputSizes)).toEqual([REPLIES]);
  });

  it('finds skills, including their text', () => {
    const caused = follow([
      reply('m1', [{ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'pdf' } }]),
      user([{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]),
      user('the whole skill', { isMeta: true, sourceToolUseID: 't1' }),
      reply('m2', [{ type: 'text', text: 'x' }], { attributionSkill: 'pdf' }),
    ]);
    const inputSizes = labels(caused[1]?.inputSizes) ?? [];
    expect(inputSizes.map(skillOf)).toEqual(['pdf']);
    expect(inputSizes.map(toolOf)).toEqual(['Skill']);
  });

  it('finds the text of a skill whose name the user typed', () => {
    const [caused] = follow([
      user('<command-name>/pdf</command-name>'),
      user([{ type: 'text', text: 'Base directory for this skill: C:\\skills\\pdf\n\n# PDF' }], { isMeta: true }),
      reply('m1', [{ type: 'text', text: 'x' }]),
    ]);
    expect(caused?.inputSizes?.map(([label]) => skillOf(label))).toEqual([undefined, 'pdf']);
    const quoted = 'Base directory for this skill: /skills/pdf';
    expect(labels(follow([user(quoted), reply('m2', [])])[0]?.inputSizes)).toEqual([PROMPTS]);
  });

  it.each([null, 'text', 5, []])('accepts a call with the input %j', (input) => {
    const [caused] = follow([reply('m1', [{ type: 'tool_use', id: 't1', name: 'Skill', input }])]);
    expect(labels(caused?.outputSizes)).toEqual(['Skill']);
  });

  it('attributes a reply with several lines once', () => {
    const found = follow([
      user('go'),
      reply('m1', [{ type: 'text', text: 'a' }]),
      reply('m1', [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }]),
      user([{ type: 'tool_result', tool_use_id: 't1', content: 'x' }]),
      reply('m2', [{ type: 'text', text: 'b' }]),
    ]);
    expect(found.map(({ key, inputSizes }) => [key, labels(inputSizes)])).toEqual([
      ['m1', [PROMPTS]],
      ['m1', undefined],
      ['m2', [REPLIES, 'Read']],
    ]);
  });

  it('has the same result if it stops and continues at any line', () => {
    const lines = Array.from({ length: 60 }, (_, at) => [
      user(at % 7 === 0 ? 'more' : [{ type: 'tool_result', tool_use_id: `t${at - 1}`, content: 'x'.repeat(at) }], {
        isSidechain: at % 3 === 0,
        agentId: `a${at % 4}`,
      }),
      reply(`m${at >> 1}`, [{ type: 'tool_use', id: `t${at}`, name: `Tool ${at % 5}`, input: { at } }]),
    ]).flat() as JsonObject[];
    const whole = follow(lines);
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length), { maxLength: 6 }), (cuts) => {
        const ends = new Set(cuts);
        let attribution = new Attribution('f');
        const found = lines.flatMap((line, at) => {
          if (ends.has(at)) attribution = new Attribution('f', JSON.parse(JSON.stringify(attribution.state())));
          return attribution.add(line, at) ?? [];
        });
        expect(found).toEqual(whole);
      }),
    );
  });
});
