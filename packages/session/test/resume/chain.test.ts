import { describe, expect, it } from 'vitest';
import { resume } from '../../src/resume/resume.js';
import {
  attachment,
  call,
  compaction,
  lastPrompt,
  meta,
  NEXT,
  reply,
  result,
  SILENCE,
  says,
  sent,
  system,
  tinySession,
  user,
} from './tiny-session.js';

/** One small session a rule; every expectation here was asked of the real client first. */
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
