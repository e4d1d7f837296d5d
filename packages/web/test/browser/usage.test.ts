import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const DAY = 86_400_000;
const OTHER = '11111111-2222-4333-8444-666666666666';
let stage: Stage;

describe.skipIf(!browserPath)('usage that is not recent', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      const old = new SessionScript();
      for (const days of [120, 130, 140]) {
        const timestamp = new Date(Date.now() - days * DAY).toISOString();
        old.user('Go on.', { timestamp }).reply(`m${days}`, 'Done.', { timestamp });
      }
      old.write(config);
      const timestamp = '2099-01-01T12:00:00.000Z';
      new SessionScript(OTHER, '/home/dev/clock')
        .user('What time is it?', { timestamp })
        .reply('late', 'Late.', { timestamp })
        .write(config, '-home-dev-clock');
    });
  });
  afterAll(() => stage?.stop());

  it('is shown if the last 90 days are empty, and the period is named', async () => {
    const { page, faults, shot } = await stage.open('/usage?project=%2Fhome%2Fdev%2Fapp');
    await page.getByText('No usage in the last 90 days. Shown: last 365 days.').waitFor();
    expect(await page.locator('.rail [aria-current]').allTextContents()).toContain('Last 365 days');
    await expect.poll(() => page.locator('.chart rect[class^="m-"]').count()).toBe(3);
    await shot('usage-before');
    await page.getByRole('link', { name: 'Last 7 days' }).click();
    await page.getByRole('heading', { name: 'No usage in this period.' }).waitFor();
    await page.getByRole('link', { name: 'Show last 365 days' }).click();
    await page.locator('.calendar').waitFor();
    expect(faults).toEqual([]);
  });

  it('is not part of the last days if it is dated in the future', async () => {
    const { page, faults } = await stage.open('/usage');
    await page.getByText('No usage in the last 90 days. Shown: last 365 days.').waitFor();
    expect(await page.getByText('Dated in the future').count()).toBe(0);
    const clock = await stage.open('/usage?project=%2Fhome%2Fdev%2Fclock');
    await clock.page.getByRole('heading', { name: 'No usage in this period.' }).waitFor();
    await clock.page.getByRole('link', { name: 'Show all time' }).click();
    await clock.page.getByText(/Dated in the future \(until .*2099\)/).waitFor();
    expect(faults).toEqual([]);
  });

  it('does not stretch the plots into the future, and is noted', async () => {
    const { page, faults, shot } = await stage.open('/usage?period=all');
    await page.getByText(/Dated in the future \(until .*2099\)/).waitFor();
    expect(await page.locator('.calendar .heat').count()).toBeLessThan(60);
    await expect.poll(() => page.locator('.chart rect[class^="m-"]').count()).toBe(3);
    await shot('usage-future');
    await page.keyboard.press('v');
    await page.getByRole('cell', { name: /2099/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has readable days', async () => {
    const { page } = await stage.open('/usage?period=all');
    const square = page.locator('.calendar .heat').first();
    await square.waitFor();
    expect((await square.boundingBox())?.width).toBeGreaterThanOrEqual(24);
    await page.locator('.calendar .heat-4').first().hover();
    await page
      .getByRole('status')
      .filter({ hasText: /2026|20\d\d: / })
      .first()
      .waitFor();
    const phone = await stage.open('/usage?period=all', { viewport: { width: 390, height: 844 } });
    await phone.page.locator('.calendar .heat').first().waitFor();
    expect((await phone.page.locator('.calendar .heat').first().boundingBox())?.width).toBeGreaterThanOrEqual(14);
  });
});
