import { describe, expect, it } from 'vitest';
import { planRepair } from '../../../src/edit.js';
import { sessionOf } from '../../../src/model.js';
import { splitBytes } from '../../../src/read.js';
import { ID, newUuid } from './repaired.js';

const MANY = 30_000;

/** The findings of so many lines. The time limit of the test proves that the work is nearly linear. */
function findingsOf(lineAt: (at: number) => object | string, count = MANY): number {
  const lines: string[] = [];
  for (let at = 0; at < count; at++) {
    const line = lineAt(at);
    lines.push(typeof line === 'string' ? line : JSON.stringify(line));
  }
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const session = sessionOf(splitBytes(bytes), ID);
  return planRepair(session, splitBytes(bytes), { newUuid }).findings.length;
}

const user = (at: number, fields: object = {}) => ({
  type: 'user',
  uuid: `u${at}`,
  parentUuid: at === 0 ? null : `u${at - 1}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + at * 10_000).toISOString(),
  sessionId: ID,
  message: { role: 'user', content: `Q${at}` },
  ...fields,
});

const reply = (at: number, content: object[], fields: object = {}) => ({
  ...user(at, fields),
  type: 'assistant',
  message: { id: `m${at}`, role: 'assistant', content },
});

describe('thirty thousand', () => {
  it('orphans', () => {
    expect(findingsOf((at) => user(at, { parentUuid: `gone${at}` }))).toBe(MANY - 1);
  });

  it('orphans whose descendants precede them', () => {
    const later = (at: number) => `u${Math.min(MANY - 1, at + (at % 3) + 1)}`;
    findingsOf((at) => user(at, { parentUuid: at % 5 === 4 ? `gone${at}` : later(at) }));
  });

  it('copies of one uuid, all equal or all different', () => {
    expect(findingsOf(() => user(0))).toBe(MANY - 1);
    expect(findingsOf((at) => user(at, { uuid: 'same', parentUuid: null }))).toBe(MANY - 1);
  });

  it('calls without a result, and results without a call', () => {
    const call = (at: number) => ({ type: 'tool_use', id: `t${at}`, name: 'Bash', input: {} });
    expect(findingsOf((at) => reply(at, [call(at)]))).toBe(MANY);
    const result = (at: number) => [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'x' }];
    expect(findingsOf((at) => user(at, { message: { role: 'user', content: result(at) } }))).toBe(MANY - 1);
  });

  it('consecutive thoughts, all of which are dropped', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' };
    expect(findingsOf((at) => (at === 0 ? user(0) : reply(at, [thought])))).toBe(MANY - 1);
  });

  it('damaged lines', () => {
    expect(findingsOf((at) => (at === 0 ? user(0) : '{"type":"user","mes'))).toBe(MANY - 1);
  });

  it('short branches next to a conversation', () => {
    const aside = { message: { role: 'user', content: '<command-name>/cost</command-name>' }, parentUuid: 'u0' };
    const found = findingsOf((at) => {
      if (at === 0) return user(0);
      return at === 1 ? reply(1, [{ type: 'text', text: 'A' }]) : user(at, aside);
    });
    expect(found).toBe(1);
  });

  it('lines in a circle, and intruding sessions', () => {
    findingsOf((at) => user(at, { parentUuid: `u${(at + 1) % MANY}` }));
    const inside = (at: number) => at % 3 === 1;
    const found = findingsOf((at) =>
      inside(at)
        ? user(at, { sessionId: `s${at}`, parentUuid: null })
        : user(at, { parentUuid: `u${at - (at % 3 === 2 ? 2 : 1)}` }),
    );
    expect(found).toBeGreaterThan(MANY / 4);
  });
});

describe('one huge line', () => {
  it('is repaired like any other', () => {
    const long = JSON.stringify(user(1, { message: { role: 'user', content: 'x'.repeat(20_000_000) } }));
    expect(findingsOf((at) => (at === 0 ? user(0) : `\0\0${long}{"type":"mode"}`), 2)).toBe(1);
  });
});
