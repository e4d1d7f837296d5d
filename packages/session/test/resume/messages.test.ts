import { describe, expect, it } from 'vitest';
import { resume } from '../../src/resume/resume.js';
import {
  apiError,
  attachment,
  call,
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

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('D: lines to messages', () => {
  it('D1 sends a local command without content', () => {
    expect(sent(user('Q'), says('m', 'A'), system('local_command'), user('Q2'), says('n', 'A2'))).toEqual([
      'u: Q',
      'a: A',
      'u: (no content) | Q2',
      'a: A2',
      NEXT,
    ]);
  });

  it('D2 keeps the order within one line and puts results first across lines', () => {
    const line = user([text('before'), result('c'), text('after')]);
    const begin = [user('Q'), reply('m', [call('c')])];
    expect(sent(...begin, line, says('n', 'A'))[2]).toBe('u: before | result c | after');
    expect(sent(...begin, line, user('more'), says('n', 'A'))[2]).toBe('u: result c | before | after | more');
  });

  it('D1 leaves out lines that are not part of the conversation', () => {
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

  it('D1 separates replies at a prompt that is not sent', () => {
    const notification = user('done', { origin: { kind: 'task-notification' } });
    expect(sent(user('Q'), says('m', 'A'), notification, says('m', 'B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user(' '), says('m', 'B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
  });

  it('D2 merges neighbours, results first, and replaces blank content', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), user([text('x'), result('a')]), user('y'), says('n', 'A'))).toEqual(
      ['u: Q', 'a: call a', 'u: result a | x | y', 'a: A', NEXT],
    );
    expect(sent(user([text(' ')]), says('m', 'A'))).toEqual(['u: (no content)', 'a: A', NEXT]);
  });

  it('D3 joins a reply across other replies and results, not across a prompt', () => {
    expect(sent(user('Q'), says('m', 'A'), says('n', 'B'), says('m', 'C'))).toEqual(['u: Q', 'a: A | C', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user('R'), says('m', 'C'))).toEqual(['u: Q', 'a: A', 'u: R', 'a: C', NEXT]);
  });

  it('D4 puts calls last, unless they are between two thinking blocks', () => {
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

  it('D4 orders blocks as the lines join', () => {
    const lines = [reply('m', [call('a')]), reply('m', [thinking('s'), call('b')]), reply('m', [thinking('t')])];
    expect(sent(user('Q'), ...lines, user([result('a'), result('b')]), says('n', 'A'))[1]).toBe(
      'a: (s) | call a | call b | (t)',
    );
  });

  it('D5 drops fallback blocks and results in replies', () => {
    expect(sent(user('Q'), reply('m', [text('A'), { type: 'fallback' }, result('z')]))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('D6 drops thinking that another model signed', () => {
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

  it.each([
    ['claude-fable-5-2', true],
    ['claude-sonnet-5-5', true],
    ['us.anthropic.claude-haiku-5-5-v1:0', true],
    ['claude-opus-5.5', true],
    ['claude-opus-5-6', false],
    ['claude-mythos-5-2', false],
    ['opus-5', false],
  ])('G1 continues with the model %s: %s', (model, isKept) => {
    const messages = sent(user('Q'), reply('m', [thinking('t'), text('A')], { model }));
    expect(messages[1]).toBe(isKept ? 'a: (t) | A' : 'a: A');
  });

  it('D7 sends the current names of renamed tools', () => {
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

  it('D9 keeps only the text of an error and sends an object as JSON', () => {
    const results = [
      { ...result('a'), is_error: true, content: [text('no'), { type: 'image', source: {} }] },
      { ...result('b'), content: { x: 1 } },
    ];
    const { messages } = resume(tinySession([user('Q'), reply('m', [call('a'), call('b')]), user(results)]));
    expect(messages[2]?.content).toMatchObject([{ content: [text('no')] }, { content: '{"x":1}' }]);
  });

  it('D10 sends the pictures of attachments before the text of the prompt', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    const queued = attachment({ attachment: { type: 'queued_command', prompt: [image, text('see')] } });
    expect(sent(says('m', 'A'), user('Q'), queued, says('n', 'B'))).toEqual(['a: A', 'u: image | Q', 'a: B', NEXT]);
  });

  it('D10 sends documents only with a prompt that a person queued', () => {
    const prompt = [{ type: 'document', source: {} }, text('see')];
    const queued = (more: object) => attachment({ attachment: { type: 'queued_command', prompt, ...more } });
    const humans = { origin: { kind: 'human' }, humanTurn: true };
    expect(sent(user('Q'), queued({}), says('n', 'B'))).toEqual(['u: Q', 'a: B', NEXT]);
    expect(sent(user('Q'), queued(humans), says('n', 'B'))).toEqual(['u: document | Q', 'a: B', NEXT]);
  });

  it('D10 separates a call from its result with a file that becomes user messages', () => {
    const file = attachment({ attachment: { type: 'file', filename: '/a', content: { type: 'text', file: {} } } });
    const open = (model: string) => [user('Q'), reply('m', [call('a')], { model }), file];
    const missing = ['u: Q', 'a: call a', 'u: missing a', SILENCE, NEXT];
    expect(sent(...open('claude-sonnet-4-5-20250929'))).toEqual(missing);
    expect(sent(...open('claude-sonnet-4-5-20250929'), user([result('a')]))).toEqual(missing);
    expect(sent(...open('claude-opus-5-5'))).toEqual(['u: Q', 'a: call a', 'u: interrupted a', SILENCE, NEXT]);
  });

  it('D11 sends a prompt that a person queued as text to models that take system messages', () => {
    const queued = (more: object = {}) =>
      attachment({
        attachment: {
          type: 'queued_command',
          commandMode: 'prompt',
          prompt: 'wait',
          origin: { kind: 'human' },
          humanTurn: true,
          ...more,
        },
      });
    const third = (model: string, ...lines: ReturnType<typeof queued>[]) =>
      sent(user('Q'), reply('m', [call('a')], { model }), user([result('a')]), ...lines, says('n', 'A', { model }))[2];
    expect(third('claude-opus-5-5', queued())).toMatch(
      /^u: result a \| The user sent a new message while you were working:\nwait\n/,
    );
    expect(third('claude-opus-5-5', { ...queued(), isMeta: true })).toContain('wait');
    expect(third('claude-sonnet-4-5-20250929', queued())).toBe('u: result a');
    expect(third('claude-opus-5-5', queued({ isMeta: true }))).toBe('u: result a');
    expect(third('claude-opus-5-5', queued({ humanTurn: false }))).toBe('u: result a');
  });

  it('F2 joins lines without an id when they have a requestId', () => {
    const line = (words: string, requestId?: string) => reply(undefined, [text(words)], { requestId });
    expect(sent(user('Q'), line('A', 'r1'), line('B', 'r2'))).toEqual(['u: Q', 'a: A | B', NEXT]);
    expect(sent(user('Q'), line('A'), line('B'))).toEqual(['u: Q', 'a: A', 'a: B', NEXT]);
  });
});
