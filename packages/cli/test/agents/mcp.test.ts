import { expect, it } from 'vitest';
import { answerCall } from '../../src/mcp/answer-call.js';
import { agentsHome } from '../support/agents-home.js';
import { memoryIo } from '../support/memory-io.js';

it('a model recalls what was done with other agents', async () => {
  const made = agentsHome();
  const io = memoryIo({ home: made.home, cwd: made.home, env: { UNSPOOL_HOME: made.data } });
  const ask = async (name: string, args: object) =>
    (await answerCall({ name, args: { ...args, all_projects: true } }, io)).text;
  const found = await ask('search_sessions', { query: 'delegating' });
  expect(found).toContain('of gemini');
  expect(found).toContain('of codex');
  const turn = await ask('show_turn', { session: '734c1df9', turn: 3 });
  expect(turn).toContain('AGENT third');
  expect(await ask('session_overview', { session: '01a1ee2e-8814' })).toContain('/home/dev/fm/work/codexB/edited.txt');
});
