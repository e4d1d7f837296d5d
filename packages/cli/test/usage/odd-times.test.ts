import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const TIMES = [
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59.500Z',
  '2026-03-29T02:30:00+14:00',
  'yesterday',
  '',
  12,
  null,
];

describe.each(['without an index', 'with an index'])('replies of odd times, %s', (kind) => {
  let home: MadeHome;

  beforeAll(async () => {
    home = madeHome();
    const lines = repliesAt(
      TIMES.map((_, at) => at),
      { sessionId: A },
    ).map((line, at) => (at === 0 ? line : { ...line, timestamp: TIMES[at - 1] }));
    home.write(`-app/${A}.jsonl`, lines);
    if (kind === 'with an index') expect(await home.unspool('index', '--no-archive')).toMatchObject({ exitCode: 0 });
  });

  const REPORTS = 'daily weekly monthly sessions projects models tools blocks'.split(' ');
  it.each(REPORTS)('are counted by usage %s', async (report) => {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati']) {
      const { total } = await home.json<{ total: { replies: number } }>('usage', report, '--timezone', zone);
      expect([zone, total.replies]).toEqual([zone, TIMES.length]);
      for (const more of [[], ['--csv'], ['--since', '2026-01-01'], ['--until', '2026-01-01T10:00']]) {
        const { exitCode, err } = await home.unspool('usage', report, '--timezone', zone, ...more);
        expect([zone, more, exitCode, err]).toEqual([zone, more, 0, '']);
      }
    }
  });

  it('say how many are in no block', async () => {
    const blocks = await home.json<{
      rows: { replies: number }[];
      total: { replies: number };
      tokensWithoutTime: number;
    }>('usage', 'blocks');
    const inBlocks = blocks.rows.reduce((sum, row) => sum + row.replies, 0);
    // Each reply is one token.
    expect(blocks.tokensWithoutTime).toBe(TIMES.length - inBlocks);
    expect(blocks.tokensWithoutTime).toBeGreaterThan(0);
    const { out } = await home.unspool('usage', 'blocks');
    expect(out).toContain(`${blocks.tokensWithoutTime} tokens belong to replies without a time`);
  });

  it.each([
    ['ls'],
    ['show', A],
    ['search', 'hi'],
    ['search', 'hi', '--since', '2026-01-01'],
    ['export', A, '--format', 'md'],
  ])('are no trouble to %s %s', async (...args) => {
    const { exitCode, err } = await home.unspool(...args);
    expect([exitCode, err]).toEqual([0, expect.not.stringContaining('error')]);
  });
});
