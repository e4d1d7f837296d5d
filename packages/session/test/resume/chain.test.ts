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

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('B: which chain', () => {
  it('B1 continues from the latest leaf below the last line when a parent follows its children', () => {
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

  it('B1 continues from the latest line of a cycle without a leaf', () => {
    const file = (second: number) => [
      user('Q'),
      says('m', 'A'),
      user('R', { uuid: 'r', parentUuid: 's', timestamp: '2026-11-15T12:00:10.000Z' }),
      says('n', 'S', { uuid: 's', parentUuid: 'r', timestamp: `2026-11-15T12:00:${second}.000Z` }),
    ];
    expect(sent(...file(11))).toEqual(['u: R', 'a: S', NEXT]);
    expect(sent(...file(30))).toEqual(['u: R', 'a: S', NEXT]);
    expect(sent(...file(10))).toEqual(['u: R', 'a: S', NEXT]);
    expect(sent(...file(9)).slice(-4)).toEqual(['a: S', 'u: R', SILENCE, NEXT]);
  });

  it('B1 continues from the last leaf with a conversation when the last line has none', () => {
    const circle = [user('R', { uuid: 'r', parentUuid: 's' }), says('n', 'S', { uuid: 's', parentUuid: 'r' })];
    expect(sent(user('Q'), says('m', 'A'), ...circle, system('informational', { parentUuid: null }))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('B3 refuses a tip that is a sidechain line', () => {
    const aside = user('S', { isSidechain: true, parentUuid: '1' });
    expect(sent(user('Q'), says('m', 'A'), aside, lastPrompt('3'))).toEqual(['refused']);
    expect(sent(user('Q'), says('m', 'A'), says('m', 'S', { uuid: '2', isSidechain: true }))).toEqual(['refused']);
  });

  it('B3 breaks a cycle at the line that closes it', () => {
    const whole = ['u: Q', 'a: A', 'u: Q2', 'a: A2', NEXT];
    expect(sent(user('Q'), says('m', 'A'), user('Q2', { parentUuid: '4' }), says('n', 'A2'))).toEqual(whole);
    expect(
      sent(user('Q', { parentUuid: '2' }), says('m', 'A'), user('Q2', { parentUuid: '4' }), says('n', 'A2')),
    ).toEqual(whole);
  });

  it('B1 ignores a last line without a conversation', () => {
    expect(sent(user('Q'), says('m', 'A'), system('informational', { parentUuid: null }))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  const branches = [user('Q'), says('m1', 'A1'), user('Q2'), says('m2', 'A2', { parentUuid: '1' })];

  it('B2 moves to the branch that the last last-prompt line names', () => {
    expect(sent(...branches)).toEqual(['u: Q', 'a: A2', NEXT]);
    expect(sent(...branches, lastPrompt('3'))).toEqual(['u: Q', 'a: A1', 'u: Q2', SILENCE, NEXT]);
  });

  const inParallel = [
    user('Q'),
    reply('m', [call('a')]),
    reply('m', [call('b')]),
    user([result('a')], { parentUuid: '2' }),
    user([result('b')], { parentUuid: '3' }),
    says('n', 'end'),
  ];

  it('B2 does not move to a parallel call', () => {
    const whole = ['u: Q', 'a: call a | call b', 'u: result a | result b', 'a: end', NEXT];
    expect(sent(...inParallel, lastPrompt('4'))).toEqual(whole);
    const aside = attachment({ uuid: 'x', parentUuid: '4' });
    const end = says('n', 'end', { parentUuid: '5' });
    expect(sent(...inParallel.slice(0, 5), aside, end, lastPrompt('x'))).toEqual(whole);
  });

  it('B2 moves to another result of the same call', () => {
    const twice = [user('Q'), reply('m', [call('a')]), user([result('a')]), user([result('a')], { parentUuid: '2' })];
    const end = says('n', 'end', { parentUuid: '3' });
    expect(sent(...twice, end)).toContain('a: end');
    expect(sent(...twice, end, lastPrompt('4'))).not.toContain('a: end');
  });

  it('B2 moves to a call that branched off at text', () => {
    const apart = [
      user('Q'),
      says('m', 'words'),
      reply('m', [call('a')]),
      reply('m', [call('b')], { parentUuid: '2' }),
      user([result('b')]),
      user([result('a')], { parentUuid: '3' }),
      says('n', 'end'),
    ];
    expect(sent(...apart)).toContain('a: end');
    expect(sent(...apart, lastPrompt('4'))).not.toContain('a: end');
  });

  it('B2 continues from the last line if a leaf is named, even if that line has children', () => {
    const file = [user('Q'), user('R', { uuid: 'r', parentUuid: 'a' }), says('m', 'A', { uuid: 'a', parentUuid: '1' })];
    expect(sent(...file)).toEqual(['u: Q', 'a: A', 'u: R', SILENCE, NEXT]);
    for (const leaf of ['1', 'a', 'gone', '']) expect(sent(...file, lastPrompt(leaf))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(...file, { type: 'last-prompt', leafUuid: null })).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(...file, { type: 'last-prompt', lastPrompt: 'x' })).toEqual(['u: Q', 'a: A', 'u: R', SILENCE, NEXT]);
  });

  it('B2 accepts only a childless leaf once a compaction moved lines', () => {
    const kept = compaction({ preservedMessages: { anchorUuid: '4', uuids: ['2'] } });
    const file = [user('Q'), says('m', 'A'), kept, user('summary'), user('R')];
    const away = user('away', { uuid: 'w', parentUuid: null });
    expect(sent(...file, away, lastPrompt('4'))).toEqual(['u: away', SILENCE, NEXT]);
    expect(sent(...file, away, lastPrompt('5'))).toEqual(['u: summary', 'a: A', 'u: R', SILENCE, NEXT]);
  });

  it('B2 ignores a last-prompt line before a compaction', () => {
    expect(sent(user('Q'), says('m', 'A'), lastPrompt('2'), compaction(), user('summary'))).toEqual([
      'u: summary',
      SILENCE,
      NEXT,
    ]);
  });

  it('B3 refuses a session without a UUID, a main line or a timestamp at its end', () => {
    expect(sent(user('Q', { timestamp: 'soon' }))).toEqual(['refused']);
    expect(sent(user('Q', { timestamp: ['2026-01-01'] }))).not.toEqual(['refused']);
    expect(sent(user('Q', { timestamp: ['2026-01-01', '2026-01-02'] }))).toEqual(['refused']);
    expect(sent(user('Q', { isSidechain: true }))).toEqual(['refused']);
    expect(resume(tinySession([user('Q')], 'my-session')).reasons).toMatchObject([{ kind: 'not_a_session_id' }]);
  });

  const parallel = [user('Q'), reply('m', [call('a')]), reply('m', [call('b')]), user([result('b')])];

  it('B4 adds the other calls of a reply and their results', () => {
    expect(sent(...parallel, user([result('a')], { parentUuid: '2' }), says('n', 'A'))).toEqual([
      'u: Q',
      'a: call a | call b',
      'u: result b | result a',
      'a: A',
      NEXT,
    ]);
  });

  it('B4 adds asides below them, but no other branch', () => {
    const rest = [user([result('a')], { parentUuid: '2' }), says('n', 'A')];
    expect(sent(user('Q'), reply('m', [call('a')]), meta('note'), ...rest)).toEqual([
      'u: Q',
      'a: call a',
      'u: result a | note',
      'a: A',
      NEXT,
    ]);
    expect(sent(user('Q'), reply('m', [call('a')]), user('other branch'), ...rest)).toEqual([
      'u: Q',
      'a: call a',
      'u: result a',
      'a: A',
      NEXT,
    ]);
  });

  it('B4 takes the result of an open call from anywhere in the file', () => {
    const calls = [user('Q'), reply('m', [call('a')])];
    const end = [user('R', { parentUuid: '2' }), says('n', 'end')];
    const whole = ['u: Q', 'a: call a', 'u: result a | R', 'a: end', NEXT];
    expect(sent(...calls, user('away'), user([result('a')]), ...end)).toEqual(whole);
    expect(sent(...calls, user([result('a')], { parentUuid: null }), ...end)).toEqual(whole);
    const dropped = ['u: Q | R', 'a: end', NEXT];
    expect(sent(...calls, user('away'), user([result('a')], { isSidechain: true }), ...end)).toEqual(dropped);
    expect(sent(...calls, user('away'), reply('o', [call('a')]), user([result('a')]), ...end)).toEqual(dropped);
  });

  it('B5 drops everything before the last compaction', () => {
    expect(sent(user('Q'), says('m', 'A'), compaction({}, { parentUuid: '2' }), user('summary'))).toEqual([
      'u: summary',
      SILENCE,
      NEXT,
    ]);
  });

  it('B6 moves a result after its call, but not past a prompt', () => {
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

  it('B6 leaves a result alone if its reply began before it', () => {
    const file = [
      user([result('b')], { uuid: 'rb', parentUuid: 'b' }),
      user([result('a')], { uuid: 'ra', parentUuid: 'a' }),
      user('Q', { uuid: 'q', parentUuid: null }),
      reply('m', [call('a')], { uuid: 'a', parentUuid: 'q' }),
      reply('m', [call('b')], { uuid: 'b', parentUuid: 'a' }),
      says('n', 'end', { parentUuid: 'ra' }),
    ];
    expect(sent(...file)).toEqual(['u: Q', 'a: call a | call b', 'u: result b | result a', 'a: end', NEXT]);
  });

  it('B7 closes the gap that an attachment leaves in a reply', () => {
    expect(sent(user('Q'), reply('m', [call('a')]), attachment(), user([result('a')]), says('m', 'A'))).toEqual([
      'u: Q',
      'a: A | call a',
      'u: result a',
      SILENCE,
      NEXT,
    ]);
  });
});
