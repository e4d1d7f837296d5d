import { describe, expect, it } from 'vitest';
import { planCut, planFork, planStrip } from '../src/edit.js';
import { resume, titleOf, turnsOf } from '../src/index.js';
import { persistedOutputsOf } from '../src/locate/persisted-output.js';
import { script } from './support/lines.js';

/** Unspecified shapes. Each must be read, shown and edited without a throw. */
const odd: unknown[] = [
  null,
  3,
  true,
  'text',
  [],
  {},
  [null],
  [3, 'x', []],
  { type: null },
  [{ type: 'text', text: 7 }],
];

describe('odd shapes', () => {
  it.each(odd.map((value) => [JSON.stringify(value), value]))('%s anywhere', (_, value) => {
    const session = script()
      .user('go')
      .call('m1', 't1', 'Edit', value as object)
      .user([{ type: 'tool_result', tool_use_id: 't1', content: value, is_error: true }], { toolUseResult: value })
      .reply('m2', value)
      .user(value)
      .line({ type: 'user', message: value })
      .line({ type: 'assistant', message: value })
      .line({
        type: 'assistant',
        message: { role: 'assistant', content: value, usage: value, id: value, model: value },
      })
      .line({ type: 'attachment', attachment: value })
      .line({ type: 'progress', data: value, parentToolUseID: value })
      .line({ type: 'progress', data: { type: 'agent_progress', message: value }, parentToolUseID: 't1' })
      .line({ type: 'system', subtype: value, compactMetadata: value, content: value })
      .line({ type: 'summary', summary: value, leafUuid: value })
      .line({ type: 'last-prompt', leafUuid: value })
      .line({ type: 'queue-operation', operation: value, content: value })
      .line({ type: value, uuid: value, parentUuid: value, timestamp: value, isSidechain: value })
      .session();
    const turns = turnsOf(session);
    expect(turns.turns.length).toBeGreaterThan(0);
    titleOf(session);
    resume(session, 'next');
    for (const node of session.nodes) persistedOutputsOf(session.read(node));
    planCut(session, turns, new Set([1]));
    planFork(session, turns, 1);
    planStrip(session, turns, { tools: true, thinking: 'all', images: true, truncate: 5 });
    planStrip(session, turns, { results: true, attachments: true });
  });
});
