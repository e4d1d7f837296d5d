import { describe, expect, it } from 'vitest';
import { resume } from '../../src/resume/resume.js';
import {
  apiError,
  attachment,
  call,
  compaction,
  lastPrompt,
  localCommand,
  meta,
  NEXT,
  reply,
  result,
  SILENCE,
  says,
  sent,
  system,
  text,
  thinking,
  tinySession,
  user,
} from './tiny-session.js';

/** One small session a rule; every expectation here was asked of the real client first. */
describe('A: reading lines', () => {
  it('A1 skips what is no object of a known type', () => {
    expect(
      sent(user('Q'), '{"torn', '[1]', '"x"', { type: 'mystery', uuid: 'x' }, says('m', 'A', { parentUuid: '1' })),
    ).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it.each(['x', '}', ',', '\0\0', '{"torn', JSON.stringify(user('B', { uuid: 'b', parentUuid: 'a' }))])(
    'A1 reads the object that a line begins with, and nothing behind it: %j',
    (rest) => {
      const line = JSON.stringify(user('A', { uuid: 'a', parentUuid: null, timestamp: '2026-11-15T12:00:00.000Z' }));
      expect(sent(`${line}${rest}`)).toEqual(['u: A', SILENCE, NEXT]);
    },
  );

  it.each(['\0\0', '{"torn', 'x'])('A1 skips a line that begins with %j', (start) => {
    const line = JSON.stringify(user('A', { uuid: 'a', parentUuid: null, timestamp: '2026-11-15T12:00:00.000Z' }));
    expect(sent(`${start}${line}`)).toEqual(['refused']);
  });

  it('A2 does not see a line whose content is neither text nor objects', () => {
    expect(sent(user('Q'), user(['words'], { parentUuid: '1' }), says('m', 'A', { parentUuid: '1' }))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('A2 sees through such a line', () => {
    const late = { timestamp: '2026-11-15T12:01:00.000Z' };
    expect(sent(user('Q'), user(null), says('m', 'A', late))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('A3 takes the last copy of a uuid at the place of the first', () => {
    const copy = user('new', { uuid: '1', parentUuid: null, timestamp: '2026-11-15T12:00:01.000Z' });
    expect(sent(user('old'), says('m', 'A'), copy)).toEqual(['u: new', 'a: A', NEXT]);
  });

  it('A4 sees through progress lines', () => {
    expect(sent(user('Q'), { type: 'progress', data: {} }, { type: 'progress', data: {} }, says('m', 'A'))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('A5 hangs a line that is its own parent on the line before it', () => {
    expect(sent(user('Q'), says('m', 'A', { parentUuid: '2' }), user('Q2'), says('n', 'A2'))).toEqual([
      'u: Q',
      'a: A',
      'u: Q2',
      'a: A2',
      NEXT,
    ]);
    expect(sent(user('Q'), says('m', 'A', { parentUuid: '2' }))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('A5 hangs a line of a sidechain on another of a sidechain', () => {
    const aside = { isSidechain: true };
    const gone = { isSidechain: true, parentUuid: 'gone' };
    expect(
      sent(user('Q'), user('S', aside), says('m', 'A', { parentUuid: '1' }), user('T', gone), says('n', 'B')),
    ).toEqual(['u: Q | S | T', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user('T', gone), says('n', 'B'))).toEqual(['u: T', 'a: B', NEXT]);
  });

  it('A5 takes an empty parent for none', () => {
    expect(sent(user('Q'), says('m', 'A'), user('Q2', { parentUuid: '' }))).toEqual(['u: Q2', SILENCE, NEXT]);
  });

  it('A5 hangs a line without its parent on the latest line at most five seconds older', () => {
    const late = { timestamp: '2026-11-15T12:01:00.000Z' };
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 'gone' }))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 'gone', ...late }))).toEqual(['a: A', NEXT]);
  });

  it('A5 heals only when the tip is chosen', () => {
    expect(sent(user('Q'), says('m', 'A'), user('R', { parentUuid: 'gone' }), lastPrompt('2'))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  const kept = { preservedMessages: { anchorUuid: '6', uuids: ['3', '4'] } };
  const before = [user('Q1'), says('m1', 'A1'), user('Q2'), says('m2', 'A2')];

  it('A6 moves the lines a compaction kept behind its anchor', () => {
    expect(sent(...before, compaction(kept), user('summary'))).toEqual(['u: summary | Q2', 'a: A2', NEXT]);
  });

  it('A6 forgets the other lines before it, and hangs their children on the last kept one', () => {
    expect(sent(...before, compaction(kept), user('summary'), lastPrompt('2'))).toEqual([
      'u: summary | Q2',
      'a: A2',
      NEXT,
    ]);
    expect(sent(...before, compaction(kept), user('summary'), user('Q3', { parentUuid: '2' }))).toEqual([
      'u: summary | Q2',
      'a: A2',
      'u: Q3',
      SILENCE,
      NEXT,
    ]);
  });

  it('A6 does nothing when one of them is not in the file', () => {
    const broken = { preservedMessages: { anchorUuid: '6', uuids: ['3', 'gone'] } };
    expect(sent(...before, compaction(broken), user('summary'))).toEqual(['u: summary', SILENCE, NEXT]);
    expect(sent(...before, compaction(broken), user('summary'), lastPrompt('4'))).toEqual([
      'u: Q1',
      'a: A1',
      'u: Q2',
      'a: A2',
      NEXT,
    ]);
  });
});

describe('B: which chain', () => {
  it('B1 goes on from the latest end under the last line, when a parent stands behind its children', () => {
    const late = (second: number) => ({ timestamp: `2026-11-15T12:00:${second}.000Z` });
    const file = (time: number) => [
      says('n', 'A2', { uuid: 'd', parentUuid: 'c', ...late(time) }),
      user('other', { uuid: 'e', parentUuid: 'b', ...late(20) }),
      says('m', 'A', { uuid: 'b', parentUuid: 'a' }),
      user('Q2', { uuid: 'c', parentUuid: 'b' }),
      user('Q', { uuid: 'a', parentUuid: null }),
    ];
    expect(sent(...file(19))).toEqual(['u: Q', 'a: A', 'u: other', SILENCE, NEXT]);
    expect(sent(...file(20))).toEqual(['u: Q', 'a: A', 'u: other', SILENCE, NEXT]);
    expect(sent(...file(21))).toEqual(['u: Q', 'a: A', 'u: Q2', 'a: A2', NEXT]);
  });

  it('B2 refuses an end that is a line of a sidechain', () => {
    const aside = user('S', { isSidechain: true, parentUuid: '1' });
    expect(sent(user('Q'), says('m', 'A'), aside, lastPrompt('3'))).toEqual(['refused']);
    expect(sent(user('Q'), says('m', 'A'), says('m', 'S', { uuid: '2', isSidechain: true }))).toEqual(['refused']);
  });

  it('B3 opens a circle at the line that closes it', () => {
    const whole = ['u: Q', 'a: A', 'u: Q2', 'a: A2', NEXT];
    expect(sent(user('Q'), says('m', 'A'), user('Q2', { parentUuid: '4' }), says('n', 'A2'))).toEqual(whole);
    expect(
      sent(user('Q', { parentUuid: '2' }), says('m', 'A'), user('Q2', { parentUuid: '4' }), says('n', 'A2')),
    ).toEqual(whole);
  });

  it('B1 ends at the last childless line that has words above it', () => {
    expect(sent(user('Q'), says('m', 'A'), system('informational', { parentUuid: null }))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  const branches = [user('Q'), says('m1', 'A1'), user('Q2'), says('m2', 'A2', { parentUuid: '1' })];

  it('B2 goes to the branch that the last last-prompt names', () => {
    expect(sent(...branches)).toEqual(['u: Q', 'a: A2', NEXT]);
    expect(sent(...branches, lastPrompt('3'))).toEqual(['u: Q', 'a: A1', 'u: Q2', SILENCE, NEXT]);
  });

  it('B2 does not heed a last-prompt before a compaction', () => {
    expect(sent(user('Q'), says('m', 'A'), lastPrompt('2'), compaction(), user('summary'))).toEqual([
      'u: summary',
      SILENCE,
      NEXT,
    ]);
  });

  it('B3 refuses a session without a timestamp at its end, a main line or a UUID', () => {
    expect(sent(user('Q', { timestamp: 'soon' }))).toEqual(['refused']);
    expect(sent(user('Q', { isSidechain: true }))).toEqual(['refused']);
    expect(resume(tinySession([user('Q')], 'my-session')).reasons).toMatchObject([{ kind: 'not_a_session_id' }]);
  });

  const parallel = [user('Q'), reply('m', [call('a')]), reply('m', [call('b')]), user([result('b')])];

  it('B4 pulls in the other calls of a reply and their results', () => {
    expect(sent(...parallel, user([result('a')], { parentUuid: '2' }), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call a | call b',
      'u: result b | result a',
      'a: A',
      NEXT,
    ]);
  });

  it('B4 pulls in what hangs beside them and leads nowhere', () => {
    const behind = [user([result('a')], { parentUuid: '2' }), says('n', 'A')];
    expect(sent(user('Q'), reply('m', [call('a')]), meta('note'), ...behind)).toEqual([
      'u: Q',
      'a: call a',
      'u: result a | note',
      'a: A',
      NEXT,
    ]);
    expect(sent(user('Q'), reply('m', [call('a')]), user('other branch'), ...behind)).toEqual([
      'u: Q',
      'a: call a',
      'u: result a',
      'a: A',
      NEXT,
    ]);
  });

  it('B5 cuts what stands before the last compaction', () => {
    expect(sent(user('Q'), says('m', 'A'), compaction({}, { parentUuid: '2' }), user('summary'))).toEqual([
      'u: summary',
      SILENCE,
      NEXT,
    ]);
  });

  it('B6 moves a result behind its call, but not over a prompt', () => {
    expect(sent(user('Q'), user([result('a')]), reply('m', [call('a')]), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call a',
      'u: result a',
      'a: A',
      NEXT,
    ]);
    expect(sent(user('Q'), user([result('a')]), user('R'), reply('m', [call('a')]), says('n', 'A'))).toEqual([
      'u: Q | R',
      'a: call a',
      'u: missing a',
      'a: A',
      NEXT,
    ]);
  });

  it('B7 closes the gap that an attachment makes in a reply', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), attachment(), user([result('a')]), says('m', 'A'))).toEqual([
      'u: Q',
      'a: A | call a',
      'u: result a',
      SILENCE,
      NEXT,
    ]);
  });
});

describe('C: clean-up on load', () => {
  it('C1 drops blank replies, and thinking that nothing followed', () => {
    expect(sent(user('Q'), says('m', ' '), user('R'))).toEqual(['u: Q | R', SILENCE, NEXT]);
    expect(sent(user('Q'), reply('m', [thinking('t')]), user('R'))).toEqual(['u: Q | R', SILENCE, NEXT]);
    expect(sent(user('Q'), reply('m', [thinking('t')]), says('m', 'A'))).toEqual(['u: Q', 'a: (t) | A', NEXT]);
    expect(sent(user('Q'), reply('m', [thinking('t')]), reply('m', []))).toEqual(['u: Q', 'a: (no content)', NEXT]);
    expect(sent(user('Q'), reply(undefined, [thinking('t')]), reply(undefined, [text('A')]))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('C2 answers the open calls of the last reply', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), reply('m', [call('b')]), user([result('b')]))).toEqual([
      'u: Q',
      'a: call a | call b',
      'u: result b | interrupted a',
      SILENCE,
      NEXT,
    ]);
  });

  it('C2 takes the reply that begins last', () => {
    expect(sent(user('Q'), says('m', 'A'), reply('n', [call('a')]), says('m', 'B'))).toEqual([
      'u: Q',
      'a: A | B',
      'a: call a',
      'u: interrupted a',
      SILENCE,
      NEXT,
    ]);
  });

  it('C3 drops unanswered calls with the text beside them', () => {
    expect(sent(user('Q'), reply('m', [text('A'), call('a')]), user('R'), says('n', 'B'))).toEqual([
      'u: Q | R',
      'a: B',
      NEXT,
    ]);
  });

  it('C3 keeps those of a turn that is under way', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), reply('n', [call('b')]), user([result('b')]))).toEqual([
      'u: Q',
      'a: call a',
      'u: missing a',
      'a: call b',
      'u: result b',
      SILENCE,
      NEXT,
    ]);
  });

  it('C4 drops the thinking of a reply whose calls C3 dropped', () => {
    expect(sent(user('Q'), reply('m', [thinking('t')]), reply('m', [call('a')]), user('R'))).toEqual([
      'u: Q | R',
      SILENCE,
      NEXT,
    ]);
  });

  it('C5 closes a prompt that got no answer', () => {
    expect(sent(user('Q'))).toEqual(['u: Q', SILENCE, NEXT]);
    expect(sent(user('Q'), attachment())).toEqual(['u: Q', SILENCE, NEXT]);
    expect(sent(user('Q'), says('m', 'A'), attachment())).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), localCommand('out'))).toEqual(['u: Q', SILENCE, 'u: out | next']);
  });

  it('C5 leaves a block of local commands open', () => {
    const caveat = meta('<local-command-caveat>');
    const command = user('<command-name>');
    const output = meta('<local-command-stdout>');
    expect(sent(says('m', 'A'), caveat, command)).toEqual([
      'a: A',
      'u: <local-command-caveat> | <command-name> | next',
    ]);
    expect(sent(says('m', 'A'), command)).toEqual(['a: A', 'u: <command-name>', SILENCE, NEXT]);
    expect(sent(says('m', 'A'), output)).toEqual(['a: A', 'u: <local-command-stdout> | next']);
    expect(sent(says('m', 'A'), command, output)).toEqual([
      'a: A',
      'u: <command-name> | <local-command-stdout>',
      SILENCE,
      NEXT,
    ]);
  });
});

describe('D: lines to messages', () => {
  it('D1 sends a command that says nothing', () => {
    expect(sent(user('Q'), says('m', 'A'), system('local_command'), user('Q2'), says('n', 'A2'))).toEqual([
      'u: Q',
      'a: A',
      'u: (no content) | Q2',
      'a: A2',
      NEXT,
    ]);
  });

  it('D2 keeps the order of one line, and sorts where lines meet', () => {
    const line = user([text('before'), result('c'), text('behind')]);
    const begin = [user('Q'), reply('m', [call('c')])];
    expect(sent(...begin, line, says('n', 'A'))[2]).toBe('u: before | result c | behind');
    expect(sent(...begin, line, user('more'), says('n', 'A'))[2]).toBe('u: result c | before | behind | more');
  });

  it('D1 leaves out what is not of the conversation', () => {
    expect(
      sent(
        user('Q'),
        user('v', { isVirtual: true }),
        user([]),
        system('informational', { content: 'i' }),
        apiError(),
        says('m', 'A'),
      ),
    ).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('D1 parts a reply at words that are not sent', () => {
    const notification = user('done', { origin: { kind: 'task-notification' } });
    expect(sent(user('Q'), says('m', 'A'), notification, says('m', 'B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user(' '), says('m', 'B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
  });

  it('D2 merges neighbours, results first, and fills a blank array', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), user([text('x'), result('a')]), user('y'), says('n', 'A'))).toEqual(
      ['u: Q', 'a: call a', 'u: result a | x | y', 'a: A', NEXT],
    );
    expect(sent(user([text(' ')]), says('m', 'A'))).toEqual(['u: (no content)', 'a: A', NEXT]);
  });

  it('D3 joins a reply over other replies and results, not over a prompt', () => {
    expect(sent(user('Q'), says('m', 'A'), says('n', 'B'), says('m', 'C'))).toEqual(['u: Q', 'a: A | C', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user('R'), says('m', 'C'))).toEqual(['u: Q', 'a: A', 'u: R', 'a: C', NEXT]);
  });

  it('D4 puts calls last, unless they stand between two thoughts', () => {
    const answers = user([result('a'), result('b')]);
    expect(sent(user('Q'), reply('m', [call('a'), text('x'), call('b')]), answers, says('n', 'A'))[1]).toBe(
      'a: x | call a | call b',
    );
    expect(
      sent(
        user('Q'),
        reply('m', [thinking('s'), call('a'), thinking('t'), call('b'), text('x')]),
        answers,
        says('n', 'A'),
      )[1],
    ).toBe('a: (s) | call a | (t) | call b | x');
  });

  it('D4 orders the lines as they join', () => {
    const lines = [reply('m', [call('a')]), reply('m', [thinking('s'), call('b')]), reply('m', [thinking('t')])];
    expect(sent(user('Q'), ...lines, user([result('a'), result('b')]), says('n', 'A'))[1]).toBe(
      'a: (s) | call a | call b | (t)',
    );
  });

  it('D5 drops fallback blocks, and results in replies', () => {
    expect(sent(user('Q'), reply('m', [text('A'), { type: 'fallback' }, result('z')]))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('D6 drops signed thinking of another model', () => {
    const lines = (model: string | undefined) => [
      user('Q'),
      reply('m', [thinking('t'), text('A')], { model }),
      user('R'),
      says('n', 'B'),
    ];
    expect(sent(...lines('claude-opus-4-6'))[1]).toBe('a: A');
    expect(sent(...lines('claude-sonnet-4-5-20250929'))[1]).toBe('a: (t) | A');
    expect(sent(...lines('<synthetic>'))[1]).toBe('a: (t) | A');
  });

  it('D6 asks for the last model that a reply names', () => {
    const { message, ...line } = says('n', 'B') as { message: object };
    const nameless = { ...line, message: { ...message, model: undefined } };
    expect(sent(user('Q'), reply('m', [thinking('t'), text('A')]), user('R'), nameless)[1]).toBe('a: (t) | A');
  });

  it('D7 sends the names tools have now', () => {
    const uses = ['Task', 'RunWorkflow', 'ListPeers', 'KillShell'].map((name) => ({ ...call(name), name }));
    const { messages } = resume(tinySession([user('Q'), reply('m', uses)]));
    expect(messages[1]?.content.map((block) => 'name' in block && block.name)).toEqual([
      'Agent',
      'Workflow',
      'ListAgents',
      'KillShell',
    ]);
  });

  it('D8 drops inputs that a tool no longer takes', () => {
    const edit = { ...call('a'), name: 'Edit', input: { file_path: 'f', old_string: 'x', edits: [] } };
    const { messages } = resume(tinySession([user('Q'), reply('m', [edit])]));
    expect(messages[1]?.content).toMatchObject([{ input: { file_path: 'f', edits: [] } }]);
    expect(messages[1]?.content[0]).not.toHaveProperty('input.old_string');
  });

  it('D9 keeps only the text of an error, and writes an object as JSON', () => {
    const results = [
      { ...result('a'), is_error: true, content: [text('no'), { type: 'image', source: {} }] },
      { ...result('b'), content: { x: 1 } },
    ];
    const { messages } = resume(tinySession([user('Q'), reply('m', [call('a'), call('b')]), user(results)]));
    expect(messages[2]?.content).toMatchObject([{ content: [text('no')] }, { content: '{"x":1}' }]);
  });

  it('D10 sends the pictures of attachments before the words of the prompt', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    const queued = attachment({ attachment: { type: 'queued_command', prompt: [image, text('see')] } });
    expect(sent(says('m', 'A'), user('Q'), queued, says('n', 'B'))).toEqual(['a: A', 'u: image | Q', 'a: B', NEXT]);
  });
});

describe('E: pairing', () => {
  it('E1 drops a call whose id was there before', () => {
    expect(
      sent(
        user('Q'),
        reply('m', [call('a')]),
        user([result('a')]),
        user('R'),
        reply('n', [call('a')]),
        user([result('a')]),
        says('o', 'A'),
      ),
    ).toEqual(['u: Q', 'a: call a', 'u: result a | R', 'a: [Tool use interrupted]', 'u: (no content)', 'a: A', NEXT]);
  });

  it('E2 drops results that no call before them asks for', () => {
    expect(sent(user([result('z')]), says('m', 'A'))).toEqual([
      'u: [Orphaned tool result removed due to conversation resume]',
      'a: A',
      NEXT,
    ]);
    expect(sent(user('Q'), says('m', 'A'), user([result('z')]), says('n', 'B'))).toEqual([
      'u: Q',
      'a: A',
      'u: (no content)',
      'a: B',
      NEXT,
    ]);
  });

  it('E3 answers a call that still has no result', () => {
    expect(sent(user('Q'), reply('m', [call('a'), call('b')]), user([result('b')]), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call a | call b',
      'u: missing a | result b',
      'a: A',
      NEXT,
    ]);
  });

  it('E4 merges the next prompt into a user message at the end', () => {
    expect(sent(user('Q'), apiError())).toEqual(['u: Q | next']);
  });
});

describe('F', () => {
  it('F2 joins lines without an id when they have a requestId', () => {
    const line = (words: string, requestId?: string) => reply(undefined, [text(words)], { requestId });
    expect(sent(user('Q'), line('A', 'r1'), line('B', 'r2'))).toEqual(['u: Q', 'a: A | B', NEXT]);
    expect(sent(user('Q'), line('A'), line('B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
  });
});
