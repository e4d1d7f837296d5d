import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, Stage, violations } from './support/browser.js';

const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;

describe.skipIf(!browserPath)('the time of a session', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  it('is shown by tool and by turn, and opened as a waterfall with sub-agents', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}`);
    await page.getByText('The upload test fails about one run in five').first().waitFor();
    await page.keyboard.press('4');
    const sum = page.getByRole('table', { name: 'Where the time went' });
    await sum.getByRole('rowheader', { name: 'Model' }).waitFor();
    await sum.getByRole('rowheader', { name: 'Bash' }).waitFor();
    await sum.getByRole('rowheader', { name: 'Waiting for you' }).waitFor();
    await page.locator('.timeline-head').first().click();
    const spans = page.locator('.waterfall .span');
    await spans.first().waitFor();
    const bars = (await page.evaluate(BARS)) as { left: number; right: number }[];
    expect(bars.length).toBeGreaterThan(3);
    for (const [at, { left, right }] of bars.entries()) {
      expect(right).toBeLessThanOrEqual(1.01);
      expect(left).toBeGreaterThanOrEqual((bars[at - 1]?.left ?? 0) - 0.001);
    }
    await page.locator('.span-agent').first().click();
    await expect.poll(() => page.locator('.waterfall .waterfall .span').count()).toBeGreaterThan(1);
    await shot('timeline');
    await spans.filter({ hasText: 'npm test' }).first().click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`/s/${SAMPLE}(\\?at=\\d+)?#t1$`));
    await page.locator('.tool-head', { hasText: 'npm test' }).first().waitFor();
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

/** Where the bars of the first waterfall are, from 0 to 1, without those of sub-agents. */
const BARS = `[...document.querySelectorAll('.waterfall > li > .span:not(.span-agent) .span-bar')].flatMap((box) => {
  const bar = box.querySelector('i');
  if (!bar) return [];
  const whole = box.getBoundingClientRect();
  const own = bar.getBoundingClientRect();
  return [{ left: (own.left - whole.left) / whole.width, right: (own.right - whole.left) / whole.width }];
})`;
