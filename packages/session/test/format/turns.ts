import { expect } from 'vitest';
import { branchesOf, callsOf, titleOf, turnsOf } from '../../src/index.js';
import { orphanCalls } from '../../src/model/pairing.js';
import { sessionOf } from '../../src/model.js';
import { splitBytes } from '../../src/read.js';
import { script } from '../support/lines.js';
import { compacted } from './helpers.js';
import type { Proofs } from './proofs.js';

const ID = '00000000-0000-4000-8000-000000000001';

export const turns: Proofs = {
  'A turn reaches from a prompt to the next one on the same branch.': () => {
    const { turns } = turnsOf(script().user('a').call('m', 't').result('t').reply('m2', 'b').user('c').session());
    expect(turns.map((turn) => turn.nodes.length)).toEqual([4, 1]);
  },
  'A command is a turn if the model answers it, and not if it only prints.': () => {
    const printed = script()
      .user('<command-name>/model</command-name>')
      .user('<local-command-stdout>x</local-command-stdout>');
    expect(turnsOf(printed.session()).turns).toHaveLength(0);
    expect(turnsOf(script().user('<command-name>/init</command-name>').reply('m', 'ok').session()).turns).toHaveLength(
      1,
    );
  },
  'A prompt typed while the model works belongs to the running turn.': () => {
    const queued = { type: 'queue-operation', operation: 'enqueue', content: 'and this' };
    const session = script()
      .user('a')
      .call('m', 't')
      .line(queued)
      .result('t')
      .user('and this')
      .reply('m2', 'ok')
      .session();
    expect(turnsOf(session).turns).toMatchObject([{ queued: [{ uuid: 'u5' }] }]);
  },
  'A turn without a reply is open.': () => {
    expect(turnsOf(script().user('a').session()).turns).toMatchObject([{ isOpen: true }]);
  },
  'A turn keeps its number when the file grows.': () => {
    const grown = script().user('a').reply('m', 'b').user('c').reply('m2', 'd').user('again', { parentUuid: 'u2' });
    const lines = grown.text().split(/(?<=\n)/);
    const numbers = lines.map((_, count) => {
      const { turns } = turnsOf(sessionOf(splitBytes(Buffer.from(lines.slice(0, count + 1).join(''))), ID));
      return turns.map((turn) => `${turn.number} ${turn.id}`);
    });
    const last = numbers.at(-1) ?? [];
    for (const some of numbers) expect(last.slice(0, some.length)).toEqual(some);
    expect(last).toEqual(['1 u1', '2 u3', '3 u5']);
  },
  'A tool call has the result with its id, on whichever line it is.': () => {
    const session = script().user('a').call('m', 't1').call('m', 't2').result('t2').result('t1').session();
    const calls = turnsOf(session).turns.flatMap(callsOf);
    expect(calls.map((call) => [call.id, call.result?.node.uuid])).toEqual([
      ['t1', 'u5'],
      ['t2', 'u4'],
    ]);
  },
  'Calls without results and results without calls are reported.': () => {
    const { pairing } = turnsOf(script().user('a').call('m', 't1').result('t9').session());
    expect(orphanCalls(pairing)).toMatchObject([{ id: 't1' }]);
    expect(pairing.orphanResults).toMatchObject([{ tool_use_id: 't9' }]);
  },
  'A branch is where several prompts follow one line; parallel results are not branches.': () => {
    const rewound = script().user('a').reply('m', 'b').user('c').user('instead', { parentUuid: 'u2' }).session();
    expect(branchesOf(turnsOf(rewound))).toMatchObject([{ at: { uuid: 'u2' }, turns: [2, 3] }]);
    const parallel = script()
      .user('a')
      .call('m', 't1')
      .call('m', 't2')
      .result('t2')
      .result('t1', 'ok', { parentUuid: 'u2' });
    expect(branchesOf(turnsOf(parallel.session()))).toEqual([]);
  },
  'A conversation continues across a compaction.': () => {
    expect(turnsOf(compacted()).turns.map((turn) => [turn.parent, turn.isOnTip])).toEqual([
      [undefined, true],
      [1, true],
    ]);
  },
  'The title is the first of: the user’s own, the client’s, a summary of this conversation, the first prompt.': () => {
    const lines = script().user('first');
    expect(titleOf(lines.session()).source).toBe('prompt');
    expect(titleOf(lines.line({ type: 'summary', summary: 's', leafUuid: 'u1' }).session()).source).toBe('summary');
    expect(titleOf(lines.line({ type: 'ai-title', aiTitle: 'a' }).session()).source).toBe('ai');
    expect(titleOf(lines.line({ type: 'custom-title', customTitle: 'c' }).session()).source).toBe('custom');
  },
  'A local command (`/clear`, `/model`) is the title only if there is no prompt.': () => {
    const lines = script().user('<command-name>/clear</command-name><command-args></command-args>');
    expect(titleOf(lines.session()).text).toBe('/clear');
    expect(titleOf(lines.user('first').session()).text).toBe('first');
  },
};
