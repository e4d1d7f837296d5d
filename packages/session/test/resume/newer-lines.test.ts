import { describe, expect, it } from 'vitest';
import { resume } from '../../src/resume/resume.js';
import {
  apiError,
  attachment,
  call,
  localCommand,
  NEXT,
  reply,
  result,
  SILENCE,
  says,
  sent,
  text,
  thinking,
  tinySession,
  user,
} from './tiny-session.js';

const LONG = 'a result longer than its stand-in';

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('G: newer lines', () => {
  it('G2 does not send a local command that is only displayed', () => {
    const shown = localCommand('table', { isDisplayOnly: true });
    expect(sent(user('Q'), says('m', 'A'), shown, user('R'), says('n', 'B'))).toEqual([
      'u: Q',
      'a: A',
      'u: R',
      'a: B',
      NEXT,
    ]);
    expect(sent(user('Q'), says('m', 'A'), shown, says('m', 'B'))).toEqual(['u: Q', 'a: A | B', NEXT]);
    expect(sent(user('Q'), apiError(), shown)).toEqual(['u: Q | next']);
  });

  it('G2 requires isDisplayOnly to be true', () => {
    expect(sent(user('Q'), says('m', 'A'), localCommand('one', { isDisplayOnly: 1 }))).toEqual([
      'u: Q',
      'a: A',
      'u: one | next',
    ]);
  });

  const stripped = (fields = {}) => attachment({ attachment: { type: 'thinking_stripped' }, ...fields });
  const thinks = (id: string | undefined, words: string, fields = {}) =>
    reply(id, [thinking(words), text(words)], fields);

  it('G3 drops thinking before thinking_stripped and keeps it after', () => {
    expect(sent(user('Q'), thinks('m', '1'), user('R'), stripped(), thinks('n', '2'))).toEqual([
      'u: Q',
      'a: 1',
      'u: R',
      'a: (2) | 2',
      NEXT,
    ]);
  });

  it('G3 drops unsigned and redacted thinking too', () => {
    const unsigned = { type: 'thinking', thinking: 'u' };
    const redacted = { type: 'redacted_thinking', data: 'x' };
    expect(sent(user('Q'), reply('m', [unsigned, redacted, text('A')]), stripped())).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('G3 drops the thinking of every line of a reply that began before', () => {
    const begin = [user('Q'), thinks('m', '1'), user('R'), stripped()];
    expect(sent(...begin, thinks('m', '2')).slice(3)).toEqual(['a: 2', NEXT]);
    const lines = (requestId: string | undefined) => [
      user('Q'),
      thinks(undefined, '1', { requestId }),
      user('R'),
      stripped(),
      thinks(undefined, '2', { requestId }),
    ];
    expect(sent(...lines('r')).slice(3)).toEqual(['a: 2', NEXT]);
    expect(sent(...lines(undefined)).slice(3)).toEqual(['a: (2) | 2', NEXT]);
  });

  it('G3 says so where only thinking was', () => {
    const file = [user('Q'), reply('m', [thinking('1'), text(' ')]), user('R'), says('m', 'A'), stripped()];
    expect(sent(...file)).toEqual(['u: Q', 'a: [Thinking removed]', 'u: R', 'a: A', NEXT]);
  });

  it('G3 keeps the order that the thinking gave to the calls', () => {
    const lines = [reply('m', [thinking('1'), call('a')]), user([result('a')]), stripped(), thinks('m', '2')];
    expect(sent(user('Q'), ...lines)).toEqual(['u: Q', 'a: call a | 2', 'u: result a', SILENCE, NEXT]);
  });

  it('G3 ignores thinking_stripped on another branch', () => {
    const file = [user('Q'), thinks('m', '1'), stripped({ uuid: 'x' }), user('R', { parentUuid: '2' }), says('n', 'B')];
    expect(sent(...file)[1]).toBe('a: (1) | 1');
  });

  const cut = (callIds: unknown, standIn: unknown) =>
    attachment({ attachment: { type: 'tool_results_cut', callIds, standIn } });

  /** What is sent as the result of the call `a`. */
  function sentResult(content: unknown, ...cuts: ReturnType<typeof cut>[]): unknown {
    const answer = user([{ ...result('a'), content }]);
    const { messages } = resume(tinySession([user('Q'), reply('m', [call('a')]), answer, says('n', 'B'), ...cuts]));
    return (messages[2]?.content[0] as { content?: unknown } | undefined)?.content;
  }

  it('G4 sends the stand-in for a longer result', () => {
    expect(sentResult(LONG, cut(['a'], '[cut]'))).toBe('[cut]');
    expect(sentResult('12345', cut(['a'], '[cut]'))).toBe('12345');
    expect(sentResult([text('123'), text('456')], cut(['a'], '[cut]'))).toBe('[cut]');
    expect(sentResult([text('123'), text('45')], cut(['a'], '[cut]'))).toEqual([text('123'), text('45')]);
    expect(sentResult({ x: LONG }, cut(['a'], '[cut]'))).toBe('[cut]');
    expect(sentResult(LONG, cut(['b'], '[cut]'))).toBe(LONG);
  });

  it('G4 cuts pictures, but no errors and no other blocks', () => {
    const image = { type: 'image', source: {} };
    expect(sentResult([image], cut(['a'], '[cut]'))).toBe('[cut]');
    const mixed = [text(LONG), { type: 'document', source: {} }];
    expect(sentResult(mixed, cut(['a'], '[cut]'))).toEqual(mixed);
    const failed = user([{ ...result('a'), content: LONG, is_error: true }]);
    const file = [user('Q'), reply('m', [call('a')]), failed, says('n', 'B'), cut(['a'], '[cut]')];
    expect(resume(tinySession(file)).messages[2]?.content).toMatchObject([{ content: LONG }]);
  });

  it('G4 takes the first stand-in of 1 to 200 characters', () => {
    expect(sentResult(LONG, cut(['a'], '[1]'), cut(['a'], '[2]'))).toBe('[1]');
    for (const unusable of ['', 5, undefined, 'x'.repeat(201)]) {
      expect(sentResult(LONG.repeat(10), cut(['a'], unusable), cut(['a'], '[2]'))).toBe('[2]');
    }
    expect(sentResult(LONG, cut('a', '[1]'))).toBe(LONG);
    expect(sentResult('12345678', cut(['a'], 'x'.repeat(12)), cut(['a'], '[2]'))).toBe('12345678');
  });

  it('G4 also cuts results after the attachment', () => {
    const file = [user('P'), says('k', 'K'), cut(['a'], '[cut]'), user('Q'), reply('m', [call('a')])];
    const { messages } = resume(tinySession([...file, user([{ ...result('a'), content: LONG }]), says('n', 'B')]));
    expect(messages[4]?.content).toMatchObject([{ content: '[cut]' }]);
  });
});
