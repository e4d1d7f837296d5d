import { describe, expect, it } from 'vitest';
import { apiError, call, NEXT, reply, result, says, sent, user } from './tiny-session.js';

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('E: pairing', () => {
  it('E1 drops a call whose id an earlier call has', () => {
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

  it('E2 drops results without a call', () => {
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

  it('E3 adds a result to a call without one', () => {
    expect(sent(user('Q'), reply('m', [call('a'), call('b')]), user([result('b')]), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call a | call b',
      'u: missing a | result b',
      'a: A',
      NEXT,
    ]);
  });

  it('E4 merges the next prompt into a trailing user message', () => {
    expect(sent(user('Q'), apiError())).toEqual(['u: Q | next']);
  });

  it('E6 drops server calls without a result', () => {
    const server = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
    const answer = { type: 'web_search_tool_result', tool_use_id: 's', content: [] };
    expect(sent(user('Q'), reply('m', [server]))).toEqual(['u: Q', 'a: [Tool use interrupted]', NEXT]);
    expect(sent(user('Q'), reply('m', [server, answer]))).toEqual([
      'u: Q',
      'a: server_tool_use | web_search_tool_result',
      NEXT,
    ]);
  });

  it('E2 pairs ids that are not strings', () => {
    const seven = { ...call('a'), id: 7 };
    const answer = { ...result('a'), tool_use_id: 7 };
    expect(sent(user('Q'), reply('m', [seven]), user([answer]), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call 7',
      'u: result 7',
      'a: A',
      NEXT,
    ]);
    expect(sent(user('Q'), reply('m', [seven]), user('R'), says('n', 'A'))).toEqual(['u: Q | R', 'a: A', NEXT]);
  });
});
