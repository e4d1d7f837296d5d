import { expect } from 'vitest';
import { isAssistant, turnsOf } from '../../src/index.js';
import { tokensOf } from '../../src/model/tokens.js';
import { mergeReply, progressAgentsOf } from '../../src/model.js';
import { script } from '../support/lines.js';
import { entriesOf } from './helpers.js';
import type { Proofs } from './proofs.js';

export const replies: Proofs = {
  'All lines with one `message.id` are one reply, neighbours or not.': () => {
    const [turn] = turnsOf(script().user('a').call('m1', 't1').result('t1').call('m1', 't2').session()).turns;
    expect(turn?.replies).toMatchObject([{ messageId: 'm1', calls: [{ id: 't1' }, { id: 't2' }] }]);
  },
  'A block that a later line repeats counts once.': () => {
    const text = (value: string) => ({ type: 'text', text: value });
    const lines = entriesOf(
      script()
        .reply('m', [text('a')])
        .reply('m', [text('a'), text('b')])
        .session(),
    );
    expect(mergeReply(lines.filter(isAssistant)).content).toEqual([text('a'), text('b')]);
  },
  'A reply’s usage counts once: the report with the most output tokens, and among equal ones the last.': () => {
    const usage = (output_tokens: number) => ({ message: { usage: { output_tokens } } });
    const [turn] = turnsOf(script().user('a').reply('m', 'x', usage(9)).reply('m', 'y', usage(1)).session()).turns;
    expect(turn?.tokens.output).toBe(9);
  },
  'Cache writes are counted by their lifetime; where it is unknown they count as five-minute writes.': () => {
    expect(tokensOf({ cache_creation_input_tokens: 4 })).toMatchObject({ cacheWrite5m: 4, cacheWrite1h: 0 });
    const cache_creation = { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 3 };
    expect(tokensOf({ cache_creation_input_tokens: 4, cache_creation })).toMatchObject({
      cacheWrite5m: 1,
      cacheWrite1h: 3,
    });
  },
  'A reply of model `<synthetic>` was written by the client.': () => {
    const [turn] = turnsOf(
      script()
        .user('a')
        .reply('m', 'x', { message: { model: '<synthetic>' } })
        .session(),
    ).turns;
    expect(turn?.replies[0]?.isSynthetic).toBe(true);
  },
  'A sub-agent’s reply that exists only in a progress line of its parent is found there.': () => {
    const message = { type: 'assistant', message: { id: 'm9', role: 'assistant', content: 'seen' } };
    const session = script()
      .user('go')
      .call('m1', 't1', 'Task', { prompt: 'look' })
      .line({ type: 'progress', parentToolUseID: 't1', data: { type: 'agent_progress', agentId: 'a', message } })
      .session();
    const [agent] = progressAgentsOf(session);
    expect(agent?.toolUseId).toBe('t1');
    expect(agent && turnsOf(agent.session).turns[0]?.replies[0]?.messageId).toBe('m9');
  },
};
