import { describe, expect, it } from 'vitest';
import { linkAgents, progressAgentsOf, sidechainsOf } from '../../src/model/agents.js';
import { turnsOf } from '../../src/model/turns.js';
import { script } from '../support/lines.js';

const task = (prompt: string) => ({ description: 'look', prompt, subagent_type: 'Explore' });

describe('sub-agents', () => {
  it('are linked by their note, by the result, by their words', () => {
    const session = script()
      .user('go')
      .call('m1', 't1', 'Agent', task('same'))
      .call('m1', 't2', 'Agent', task('same'))
      .call('m1', 't3', 'Task', task('other'))
      .call('m1', 't4', 'Agent', task('same'))
      .result('t3', 'ok', { toolUseResult: { agentId: 'c' } })
      .session();
    const links = linkAgents(turnsOf(session).pairing.calls.values(), [
      { agentId: 'd', prompt: 'same' },
      { agentId: 'a', toolUseId: 't1', prompt: 'same' },
      { agentId: 'c', prompt: 'changed' },
      { agentId: 'e', prompt: ' same\n' },
      { agentId: 'f', prompt: 'unknown' },
    ]);
    expect([...links].sort()).toEqual([
      ['a', 't1'],
      ['c', 't3'],
      ['d', 't2'],
      ['e', 't4'],
    ]);
  });

  it('of the first versions are side chains in the main file', () => {
    const side = { isSidechain: true };
    const session = script()
      .user('go')
      .call('m1', 't1', 'Task', task('look'))
      .user('look', { ...side, parentUuid: null, uuid: 's1' })
      .reply('m2', 'seen', { ...side, parentUuid: 's1', uuid: 's2' })
      .result('t1', 'seen', { parentUuid: 'u2' })
      .session();
    const [agent] = sidechainsOf(session);
    const inner = agent && turnsOf(agent.session);
    expect(inner?.turns).toMatchObject([{ kind: 'prompt', replies: [{ messageId: 'm2' }] }]);
    expect(turnsOf(session).turns[0]?.nodes.map((node) => node.uuid)).toEqual(['u1', 'u2', 'u5']);
  });

  it('can exist in progress lines only', () => {
    const progress = (message: object) => ({
      type: 'progress',
      parentToolUseID: 't1',
      data: { type: 'agent_progress', agentId: 'a9', prompt: 'look', message },
    });
    const session = script()
      .user('go')
      .call('m1', 't1', 'Task', task('look'))
      .line(progress({ type: 'user', uuid: 'p1', message: { role: 'user', content: 'look' } }))
      .line(
        progress({
          type: 'assistant',
          uuid: 'p2',
          message: { id: 'm9', role: 'assistant', content: [{ type: 'text', text: 'seen' }] },
        }),
      )
      .session();
    const [agent] = progressAgentsOf(session);
    expect(agent).toMatchObject({ agentId: 'a9', toolUseId: 't1' });
    expect(agent && turnsOf(agent.session).turns).toMatchObject([{ kind: 'prompt', replies: [{ messageId: 'm9' }] }]);
  });
});
