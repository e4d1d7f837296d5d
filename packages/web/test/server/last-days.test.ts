import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsagePage } from '../../src/view/routes.js';
import { SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

/** One reply on each of these days before today, and one tomorrow because of a wrong clock. */
const DAYS_AGO = [-1, 0, 1, 6, 7, 13, 29, 30, 31, 200];

let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    const script = new SessionScript();
    for (const days of DAYS_AGO) {
      const timestamp = localNoon(days).toISOString();
      script.user('And now?', { timestamp }).reply(`day${days}`, 'Now.', { timestamp });
    }
    script.write(config, '-home-dev-app');
  });
});
afterAll(() => served.stop());

const usage = async (query = '') => (await served.get<UsagePage>(`/api/usage${query}`)).json;
const days = (from: number, to: number) => DAYS_AGO.filter((each) => each >= from && each <= to).length;

describe('the last days', () => {
  it('are whole days up to and including today, whatever the day of the week or month', async () => {
    const { today, week, month, total } = await usage();
    expect(today.replies).toBe(1);
    expect(week.replies).toBe(days(0, 6));
    expect(month.replies).toBe(days(0, 29));
    expect(total.replies).toBe(DAYS_AGO.length);
  });

  it('are the same whatever period is chosen, and the chosen period has its own total', async () => {
    const all = await usage();
    const since = localNoon(2).getTime();
    const chosen = await usage(`?since=${since}`);
    expect([chosen.today, chosen.week, chosen.month]).toEqual([all.today, all.week, all.month]);
    expect(chosen.total.replies).toBe(days(-1, 1));
    expect(chosen.days).toHaveLength(days(-1, 1));
    const past = await usage(`?until=${localNoon(100).getTime()}`);
    expect(past.week).toEqual(all.week);
    expect(past.total.replies).toBe(1);
  });

  it('cover the chosen project', async () => {
    expect((await usage('?project=%2Fhome%2Fdev%2Fapp')).week.replies).toBe(days(0, 6));
    expect((await usage('?project=%2Fhome%2Fdev%2Fother')).week.replies).toBe(0);
  });
});

function localNoon(daysAgo: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12);
}
