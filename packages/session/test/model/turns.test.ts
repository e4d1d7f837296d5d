import { describe, expect, it } from 'vitest';
import { branchesOf, pathTo } from '../../src/model/branches.js';
import { filesTouched } from '../../src/model/files.js';
import { orphanCalls } from '../../src/model/pairing.js';
import { titleOf } from '../../src/model/title.js';
import { callsOf, durationOf } from '../../src/model/turn.js';
import { turnsOf } from '../../src/model/turns.js';
import { script } from '../support/lines.js';

describe('turns', () => {
  it('extend from a prompt to the next one', () => {
    const { turns } = turnsOf(
      script().user('one').call('m1', 't1').result('t1').reply('m2', 'done').user('two').reply('m3', 'yes').session(),
    );
    expect(turns.map((turn) => [turn.number, turn.id, turn.nodes.length, turn.replies.length])).toEqual([
      [1, 'u1', 4, 2],
      [2, 'u5', 2, 1],
    ]);
    expect(turns[1]?.parent).toBe(1);
  });

  it('continue from the last of several lines with one uuid, as the client does', () => {
    const session = script()
      .user('zero')
      .reply('m0', 'ok', { uuid: 'a' })
      .user('one', { uuid: 'q' })
      .user('another', { uuid: 'q', parentUuid: 'a' })
      .reply('m1', 'yes')
      .session();
    const { turns } = turnsOf(session);
    expect(turns.map((turn) => [turn.nodes.length, turn.isOnTip])).toEqual([
      [2, true],
      [1, false],
      [2, true],
    ]);
  });

  it('contain calls with result, error and duration', () => {
    const session = script()
      .user('one')
      .call('m1', 't1', 'Edit', { file_path: '/a.ts' })
      .user([{ type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true }])
      .session();
    const [call] = turnsOf(session).turns.flatMap(callsOf);
    expect(call).toMatchObject({ id: 't1', name: 'Edit', file: '/a.ts', result: { isError: true } });
    expect(call && durationOf(call)).toBe(1000);
  });

  it('pair a call with its first result, even one that precedes it', () => {
    const session = script()
      .user('go')
      .result('t1')
      .call('m1', 't1')
      .result('t1')
      .result('t9')
      .call('m2', 't2')
      .result('t2')
      .call('m3', 't2')
      .result('t2')
      .session();
    const { pairing } = turnsOf(session);
    const lines = [...pairing.calls.values()].map(({ id, node, result }) => [id, node.index, result?.node.index]);
    expect(lines).toEqual([
      ['t1', 2, 1],
      ['t2', 5, 6],
    ]);
    expect(pairing.orphanResults.map(({ tool_use_id, node }) => [tool_use_id, node.index])).toEqual([['t9', 4]]);
  });

  it('join the lines of an interrupted reply', () => {
    const session = script().user('go').call('m1', 't1').result('t1').call('m1', 't2').result('t2').session();
    const [turn] = turnsOf(session).turns;
    expect(turn?.replies).toHaveLength(1);
    expect(turn?.replies[0]?.calls.map((call) => call.id)).toEqual(['t1', 't2']);
  });

  it('are open, and not lost, without a reply', () => {
    const { turns } = turnsOf(script().user('one').reply('m1', 'a').user('two').session());
    expect(turns.map((turn) => turn.isOpen)).toEqual([false, true]);
  });

  it('stay open if only the client answered', () => {
    const synthetic = { message: { model: '<synthetic>' }, isApiErrorMessage: true };
    const { turns } = turnsOf(script().user('one').reply('m1', 'API Error', synthetic).session());
    expect(turns[0]).toMatchObject({ isOpen: true, replies: [{ isSynthetic: true, isApiError: true }] });
  });

  it('start with a command that calls the model, not with a local one', () => {
    const { turns, preamble } = turnsOf(
      script()
        .user('<command-name>/model</command-name>')
        .user('<local-command-stdout>set</local-command-stdout>')
        .user('<command-name>/init</command-name>')
        .user('Analyse the code', { isMeta: true })
        .reply('m1', 'ok')
        .session(),
    );
    expect(turns.map((turn) => [turn.kind, turn.id])).toEqual([['command', 'u3']]);
    expect(preamble).toHaveLength(2);
  });

  it('include a prompt that was queued while the model worked', () => {
    const session = script()
      .user('one')
      .call('m1', 't1')
      .line({ type: 'queue-operation', operation: 'enqueue', content: 'also this' })
      .result('t1')
      .user('also this')
      .reply('m2', 'both')
      .session();
    const { turns } = turnsOf(session);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.queued.map((node) => node.uuid)).toEqual(['u5']);
  });

  it('begin with a prompt that was queued after an interruption', () => {
    const session = script()
      .user('one')
      .call('m1', 't1')
      .result('t1')
      .user('[Request interrupted by user for tool use]')
      .line({ type: 'queue-operation', operation: 'enqueue', content: 'next' })
      .user('next')
      .reply('m2', 'here')
      .session();
    const { turns } = turnsOf(session);
    expect(turns.map((turn) => turn.kind)).toEqual(['prompt', 'prompt']);
    expect(turns[0]?.isInterrupted).toBe(true);
    expect(turns[1]?.replies.map((reply) => reply.messageId)).toEqual(['m2']);
  });

  it('take a prompt after a dropped tool run as a new turn', () => {
    const session = script().user('one').call('m1', 't1').result('t1').user('other').session();
    expect(turnsOf(session).turns).toHaveLength(2);
  });

  it('contain a reply without a prompt before it', () => {
    const { turns } = turnsOf(script().reply('m1', 'still here').session());
    expect(turns).toMatchObject([{ kind: 'continued', number: 1 }]);
  });

  it('count tokens of a reply once', () => {
    const usage = { message: { usage: { input_tokens: 3, output_tokens: 7 } } };
    const session = script().user('a').reply('m1', 'x', usage).reply('m1', 'y', usage).session();
    expect(turnsOf(session).turns[0]?.tokens).toMatchObject({ input: 3, output: 7 });
  });

  it('continue across a compaction', () => {
    const session = script()
      .user('one')
      .reply('m1', 'a')
      .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: 'u2' })
      .user('Summary', { isCompactSummary: true })
      .user('two')
      .reply('m2', 'b')
      .session();
    const { turns } = turnsOf(session);
    expect(turns.map((turn) => [turn.number, turn.parent, turn.isOnTip])).toEqual([
      [1, undefined, true],
      [2, 1, true],
    ]);
    expect(turns[0]?.nodes).toHaveLength(4);
  });

  it('label rounds', () => {
    const late = { timestamp: '2026-01-01T13:00:00.000Z' };
    const { turns } = turnsOf(script().user('a').reply('m1', 'x').user('b').reply('m2', 'y').user('c', late).session());
    expect(turns.map((turn) => turn.round)).toEqual(['new_session', 'new_round', 'resume']);
  });

  it('survive cycles, missing parents and duplicate uuids', () => {
    const session = script()
      .user('a', { uuid: 'x', parentUuid: 'y' })
      .reply('m1', 'b', { uuid: 'y', parentUuid: 'x' })
      .user('c', { uuid: 'x', parentUuid: 'gone' })
      .session();
    expect(turnsOf(session).turns).toHaveLength(2);
  });

  it('treat the side chain of an agent file as the conversation', () => {
    const side = { isSidechain: true, agentId: 'a1' };
    const { turns } = turnsOf(script().user('Look', side).reply('m1', 'seen', side).session());
    expect(turns).toMatchObject([{ kind: 'prompt', isOnTip: true }]);
  });
});

describe('branches', () => {
  const session = () =>
    script()
      .user('one')
      .reply('m1', 'a')
      .user('two')
      .reply('m2', 'b')
      .user('instead', { parentUuid: 'u2' })
      .reply('m3', 'c')
      .session();

  it('are places from which several prompts continue', () => {
    const turns = turnsOf(session());
    expect(branchesOf(turns)).toMatchObject([{ at: { uuid: 'u2' }, turns: [2, 3] }]);
    expect(turns.turns.map((turn) => turn.isOnTip)).toEqual([true, false, true]);
    expect(pathTo(turns, 3)).toEqual([1, 3]);
  });

  it('are not made by parallel results', () => {
    const parallel = script()
      .user('go')
      .call('m1', 't1')
      .call('m1', 't2')
      .result('t2')
      .result('t1', 'ok', { parentUuid: 'u2' })
      .reply('m2', 'done')
      .user('next', { parentUuid: 'u6' })
      .session();
    expect(branchesOf(turnsOf(parallel))).toEqual([]);
  });
});

describe('pairing', () => {
  it('reports orphans on both sides', () => {
    const { pairing } = turnsOf(
      script().user('go').call('m1', 't1').call('m1', 't2').result('t2').result('t9').session(),
    );
    expect(orphanCalls(pairing).map((call) => call.id)).toEqual(['t1']);
    expect(pairing.orphanResults.map((result) => result.tool_use_id)).toEqual(['t9']);
  });
});

describe('files touched', () => {
  it('are counted by kind, without failures', () => {
    const { turns } = turnsOf(
      script()
        .user('go')
        .call('m1', 't1', 'Read', { file_path: '/a' })
        .result('t1')
        .call('m2', 't2', 'Edit', { file_path: '/a' })
        .result('t2')
        .call('m3', 't3', 'Write', { file_path: '/b' })
        .user([{ type: 'tool_result', tool_use_id: 't3', content: 'no', is_error: true }])
        .session(),
    );
    expect(filesTouched(turns)).toEqual([{ file: '/a', reads: 1, writes: 1 }]);
  });
});

describe('titles', () => {
  const base = () => script().user('please fix\nthe upload').reply('m1', 'ok');
  const summary = { type: 'summary', summary: 'Upload fixed', leafUuid: 'u2' };
  const command = (name: string, args = '') =>
    `<command-name>${name}</command-name><command-args>${args}</command-args>`;

  it.each([
    [
      'custom',
      base()
        .line(summary)
        .line({ type: 'ai-title', aiTitle: 'AI' })
        .line({ type: 'custom-title', customTitle: 'Mine' }),
      'Mine',
    ],
    [
      'ai',
      base().line(summary).line({ type: 'ai-title', aiTitle: 'old' }).line({ type: 'ai-title', aiTitle: 'AI' }),
      'AI',
    ],
    [
      'summary',
      base().line(summary).line({ type: 'summary', summary: 'Other session', leafUuid: 'zz' }),
      'Upload fixed',
    ],
    ['prompt', base(), 'please fix the upload'],
    ['prompt', script().user(command('/clear')).user('please fix'), 'please fix'],
    ['prompt', script().user('/clear').user('/model opus').user('please fix'), 'please fix'],
    ['prompt', script().user(command('/clear')).user(command('/review', 'the upload')), '/review the upload'],
    ['prompt', script().user(command('/clear')), '/clear'],
    ['prompt', script().user('/clearly this is a path'), '/clearly this is a path'],
    ['none', script(), ''],
  ])('come from %s', (source, lines, text) => {
    expect(titleOf(lines.session())).toEqual({ source, text });
  });
});
