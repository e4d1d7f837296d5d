import { expect, it } from 'vitest';
import { isEmptyPlan, planStrip } from '../../src/edit.js';
import { turnsOf } from '../../src/index.js';
import { script } from '../support/lines.js';

const thought = [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }];

/** Interrupted while the model thought: a reply with only thinking, which no client sends. */
const interrupted = () =>
  script()
    .user('Q1')
    .call('m1', 't1', 'Bash', { command: 'ls' })
    .result('t1', 'out')
    .reply('m2', 'A1')
    .user('Q2')
    .reply('m3', thought)
    .line({ type: 'last-prompt', lastPrompt: 'Q2', leafUuid: 'u6', sessionId: 's' })
    .session();

it('changes nothing if there is nothing to strip', () => {
  const session = interrupted();
  expect(isEmptyPlan(planStrip(session, turnsOf(session), { results: true, toolNames: new Set(['Read']) }))).toBe(true);
  expect(isEmptyPlan(planStrip(session, turnsOf(session), { thinking: 'hollow' }))).toBe(true);
});

it('keeps a thought that was alone before in the turns that are left alone', () => {
  const session = interrupted();
  const { drops } = planStrip(session, turnsOf(session), { tools: true, thinking: 'all', keepLast: 1 });
  expect([...drops].map((index) => session.nodes[index]?.type)).toEqual(['assistant', 'user', 'last-prompt']);
});

it('drops a thought that the edit leaves alone', () => {
  const session = script()
    .user('Q')
    .reply('m1', thought)
    .call('m1', 't1', 'Bash', {})
    .result('t1', 'out')
    .reply('m2', 'A')
    .session();
  expect([...planStrip(session, turnsOf(session), { tools: true }).drops].sort()).toEqual([1, 2, 3]);
});

it('strips only the chosen turns', () => {
  const session = script()
    .user('Q1')
    .call('m1', 't1', 'Bash', {})
    .result('t1', 'out')
    .user('Q2')
    .call('m2', 't2', 'Bash', {})
    .result('t2', 'out')
    .reply('m3', 'A')
    .session();
  const plan = planStrip(session, turnsOf(session), { tools: true, turns: new Set([2]) });
  expect(plan.what).toBe('strip tool calls in turn 2');
  expect([...plan.drops].sort()).toEqual([4, 5]);
});

it('strips only the chosen calls, or only their output', () => {
  const session = script()
    .user('Q1')
    .call('m1', 't1', 'Bash', {})
    .result('t1', 'x'.repeat(500))
    .call('m2', 't2', 'Bash', {})
    .result('t2', 'y'.repeat(500))
    .reply('m3', 'A')
    .session();
  const calls = new Set(['t2']);
  const whole = planStrip(session, turnsOf(session), { tools: true, calls });
  expect(whole.what).toBe('strip tool calls, only of one call');
  expect([...whole.drops].sort()).toEqual([3, 4]);
  const output = planStrip(session, turnsOf(session), { results: true, calls });
  expect(output.drops.size).toBe(0);
  expect([...output.changes.keys()]).toEqual([4]);
});
