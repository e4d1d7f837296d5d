import { describe, expect, it } from 'vitest';
import { compaction, lastPrompt, NEXT, reply, SILENCE, says, sent, text, user } from './tiny-session.js';

/** One small session per rule. The real client was asked first what it sends for each of them. */
describe('A: reading lines', () => {
  it('A1 skips lines that are not objects of a known type', () => {
    expect(
      sent(user('Q'), '{"torn', '[1]', '"x"', { type: 'mystery', uuid: 'x' }, says('m', 'A', { parentUuid: '1' })),
    ).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it.each(['x', '}', ',', '\0\0', '{"torn', JSON.stringify(user('B', { uuid: 'b', parentUuid: 'a' }))])(
    'A1 reads the object at the start of a line and nothing after it: %j',
    (rest) => {
      const line = JSON.stringify(user('A', { uuid: 'a', parentUuid: null, timestamp: '2026-11-15T12:00:00.000Z' }));
      expect(sent(`${line}${rest}`)).toEqual(['u: A', SILENCE, NEXT]);
    },
  );

  it.each(['\0\0', '{"torn', 'x'])('A1 skips a line that starts with %j', (start) => {
    const line = JSON.stringify(user('A', { uuid: 'a', parentUuid: null, timestamp: '2026-11-15T12:00:00.000Z' }));
    expect(sent(`${start}${line}`)).toEqual(['refused']);
  });

  it('A2 ignores a line whose content is neither text nor a list of objects', () => {
    expect(sent(user('Q'), user(['words'], { parentUuid: '1' }), says('m', 'A', { parentUuid: '1' }))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('A2 gives the children of such a line its parent', () => {
    const late = { timestamp: '2026-11-15T12:01:00.000Z' };
    expect(sent(user('Q'), user(null), says('m', 'A', late))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('A2 drops invalid blocks, and lines that have no other blocks', () => {
    const odd = [null, 'words', { text: 'no type' }, { type: 5 }, { type: 'text', text: null }];
    expect(sent(user([...odd, text('Q')]), reply('m', [text('A'), ...odd]))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), reply('m', odd), user('R'), says('n', 'A'))).toEqual(['u: Q | R', 'a: A', NEXT]);
  });

  it('A3 accepts a uuid that is not a string', () => {
    const late = { timestamp: '2026-11-15T12:01:00.000Z' };
    expect(sent(user('Q', { uuid: 5 }), says('m', 'A', late))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q', { uuid: 5 }), says('m', 'A', { parentUuid: '5', ...late }))).toEqual(['a: A', NEXT]);
  });

  it('A3 takes the last line with a uuid, at the position of the first', () => {
    const copy = user('new', { uuid: '1', parentUuid: null, timestamp: '2026-11-15T12:00:01.000Z' });
    expect(sent(user('old'), says('m', 'A'), copy)).toEqual(['u: new', 'a: A', NEXT]);
  });

  it('A4 skips progress lines between a line and its parent', () => {
    expect(sent(user('Q'), { type: 'progress', data: {} }, { type: 'progress', data: {} }, says('m', 'A'))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  it('A5 finds a new parent for a line that is its own parent', () => {
    expect(sent(user('Q'), says('m', 'A', { parentUuid: '2' }), user('Q2'), says('n', 'A2'))).toEqual([
      'u: Q',
      'a: A',
      'u: Q2',
      'a: A2',
      NEXT,
    ]);
    expect(sent(user('Q'), says('m', 'A', { parentUuid: '2' }))).toEqual(['u: Q', 'a: A', NEXT]);
  });

  it('A5 finds a sidechain parent for a sidechain line', () => {
    const aside = { isSidechain: true };
    const gone = { isSidechain: true, parentUuid: 'gone' };
    expect(
      sent(user('Q'), user('S', aside), says('m', 'A', { parentUuid: '1' }), user('T', gone), says('n', 'B')),
    ).toEqual(['u: Q | S | T', 'a: B', NEXT]);
    expect(sent(user('Q'), says('m', 'A'), user('T', gone), says('n', 'B'))).toEqual(['u: T', 'a: B', NEXT]);
  });

  it('A5 treats an empty parentUuid as no parent', () => {
    expect(sent(user('Q'), says('m', 'A'), user('Q2', { parentUuid: '' }))).toEqual(['u: Q2', SILENCE, NEXT]);
  });

  it('A5 replaces a missing parent with the latest line at most five seconds older', () => {
    const late = { timestamp: '2026-11-15T12:01:00.000Z' };
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 'gone' }))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 'gone', ...late }))).toEqual(['a: A', NEXT]);
  });

  it('A5 accepts numbers as parents and as times, but not as the time of the last line', () => {
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 9 }))).toEqual(['u: Q', 'a: A', NEXT]);
    expect(sent(user('Q'), says('m', 'A', { parentUuid: 0 }))).toEqual(['a: A', NEXT]);
    const timed = { parentUuid: 'gone', timestamp: Date.parse('2026-11-15T12:00:02.000Z') };
    expect(sent(user('Q'), user('R', timed), says('m', 'A'))).toEqual(['u: Q | R', 'a: A', NEXT]);
    expect(sent(user('Q'), says('m', 'A', timed))).toEqual(['refused']);
  });

  it('A5 finds parents only after the tip is chosen', () => {
    expect(sent(user('Q'), says('m', 'A'), user('R', { parentUuid: 'gone' }), lastPrompt('2'))).toEqual([
      'u: Q',
      'a: A',
      NEXT,
    ]);
  });

  const kept = { preservedMessages: { anchorUuid: '6', uuids: ['3', '4'] } };
  const before = [user('Q1'), says('m1', 'A1'), user('Q2'), says('m2', 'A2')];

  it('A6 moves the lines that a compaction kept after its anchor', () => {
    expect(sent(...before, compaction(kept), user('summary'))).toEqual(['u: summary | Q2', 'a: A2', NEXT]);
  });

  it('A6 drops the other lines before it and gives their children the last kept line as parent', () => {
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

  it('A6 breaks the cycles of a list that contains the anchor', () => {
    const listed = (...uuids: string[]) => compaction({ preservedMessages: { anchorUuid: '6', uuids } });
    const end = [user('summary'), user('Q3'), says('m3', 'A3')];
    expect(sent(...before, listed('3', '6', '4'), ...end)).toEqual([
      'u: summary | Q2',
      'a: A2',
      'u: Q3',
      'a: A3',
      NEXT,
    ]);
    expect(sent(...before, listed('6', '3', '4'), ...end)).toEqual(['u: Q2', 'a: A2', 'u: Q3', 'a: A3', NEXT]);
    expect(sent(...before, listed('3', '4', '6'), ...end)).toEqual([
      'u: Q2',
      'a: A2',
      'u: summary | Q3',
      'a: A3',
      NEXT,
    ]);
  });

  it('A6 does nothing when a listed line is not in the file', () => {
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
