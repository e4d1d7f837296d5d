import { describe, expect, it } from 'vitest';
import {
  attachment,
  call,
  localCommand,
  meta,
  NEXT,
  reply,
  result,
  SILENCE,
  says,
  sent,
  text,
  thinking,
  user,
} from './tiny-session.js';

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('C: clean-up on load', () => {
  it('C1 drops blank replies, and thinking without anything else', () => {
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

  it('C2 answers the reply that begins last', () => {
    expect(sent(user('Q'), says('m', 'A'), reply('n', [call('a')]), says('m', 'B'))).toEqual([
      'u: Q',
      'a: A | B',
      'a: call a',
      'u: interrupted a',
      SILENCE,
      NEXT,
    ]);
  });

  it('C3 drops unanswered calls and the text on their line', () => {
    expect(sent(user('Q'), reply('m', [text('A'), call('a')]), user('R'), says('n', 'B'))).toEqual([
      'u: Q | R',
      'a: B',
      NEXT,
    ]);
  });

  it('C3 keeps the unanswered calls of an unfinished turn', () => {
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

  it('C4 drops the thinking of a reply whose calls were dropped', () => {
    expect(sent(user('Q'), reply('m', [thinking('t')]), reply('m', [call('a')]), user('R'))).toEqual([
      'u: Q | R',
      SILENCE,
      NEXT,
    ]);
  });

  it('C5 closes an unanswered prompt', () => {
    expect(sent(user('Q'))).toEqual(['u: Q', SILENCE, NEXT]);
    expect(sent(user('Q'), attachment())).toEqual(['u: Q', SILENCE, NEXT]);
    expect(sent(user('Q'), says('m', 'A'), attachment())).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), localCommand('out'))).toEqual(['u: Q', SILENCE, 'u: out | next']);
  });

  it('C5 does not close a local command', () => {
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
