import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';

const NOW = Date.UTC(2026, 5, 1, 12, 7, 31, 250);
const MINUTE = 60_000;
const DAY = Date.UTC(2026, 5, 1);
const ID = '66666666-0000-4000-8000-000000000001';

/** A reply every 100 seconds of the last hours, and on the edges of quarters. */
const edges = [-1, 0, 1].flatMap((by) => [11, 11.25, 12].map((hour) => DAY + hour * 60 * MINUTE + by));
const times = [...Array.from({ length: 120 }, (_, at) => NOW - (at + 1) * 100_000), ...edges].sort((a, b) => a - b);

async function replies(home: MadeHome, ...args: string[]): Promise<number> {
  return (await home.json<{ total: { replies: number } }>('usage', ...args)).total.replies;
}

describe('usage since and until a moment', () => {
  const cases = [
    { args: ['--since', '1h'], isIn: (time: number) => time >= NOW - 60 * MINUTE },
    { args: ['--since', '100m'], isIn: (time: number) => time >= NOW - 100 * MINUTE },
    { args: ['--until', '30m'], isIn: (time: number) => time <= NOW - 30 * MINUTE },
    {
      args: ['--since', '2h', '--until', '1h'],
      isIn: (time: number) => time >= NOW - 120 * MINUTE && time <= NOW - 60 * MINUTE,
    },
    { args: ['--since', '2026-06-01T11:15:00Z'], isIn: (time: number) => time >= DAY + 11.25 * 60 * MINUTE },
    { args: ['--until', '2026-06-01T11:15:00Z'], isIn: (time: number) => time <= DAY + 11.25 * 60 * MINUTE },
    { args: ['--until', '2026-06-01T11:14:59.999Z'], isIn: (time: number) => time < DAY + 11.25 * 60 * MINUTE },
    {
      args: ['--since', '2026-06-01T11:02:00Z', '--until', '2026-06-01T11:04:00Z'],
      isIn: (time: number) => time >= DAY + 662 * MINUTE && time <= DAY + 664 * MINUTE,
    },
  ];

  it.each(cases)('is exact to the reply, with an index and without: $args', async ({ args, isIn }) => {
    const home = madeHome(NOW);
    home.write(`-app/${ID}.jsonl`, repliesAt(times, { sessionId: ID }));
    const wanted = times.filter(isIn).length;
    for (const kind of ['daily', 'sessions', 'models', 'blocks']) {
      expect(await replies(home, kind, ...args), kind).toBe(wanted);
    }
    await home.unspool('index');
    for (const kind of ['daily', 'sessions', 'models', 'blocks']) {
      expect(await replies(home, kind, ...args), kind).toBe(wanted);
    }
  });

  it('knows the days before 1970 with an index and without', async () => {
    const home = madeHome(NOW);
    const old = [Date.UTC(1969, 0, 1, 0, 20), Date.UTC(1969, 11, 31, 23, 50), -1, 0];
    home.write(`-app/${ID}.jsonl`, repliesAt(old, { sessionId: ID }));
    const rows = async () =>
      (await home.unspool('usage', '--timezone', 'UTC', '--csv')).out
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',').slice(0, 2));
    const wanted = [
      ['1969-01-01', '1'],
      ['1969-12-31', '2'],
      ['1970-01-01', '1'],
    ];
    expect(await rows()).toEqual(wanted);
    await home.unspool('index');
    expect(await rows()).toEqual(wanted);
  });
});
