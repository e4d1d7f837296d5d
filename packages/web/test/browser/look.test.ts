import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, Stage } from './support/browser.js';

const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGES = {
  list: '/',
  session: `/s/${SAMPLE}`,
  story: `/s/${SAMPLE}?view=story`,
  files: `/s/${SAMPLE}?view=files`,
  timeline: `/s/${SAMPLE}?view=timeline`,
  'project-files': '/files?project=%2Fhome%2Fdev%2Fshop-api',
  search: '/search?q=upload',
  usage: '/usage?period=all',
  edit: `/s/${SAMPLE}/edit?op=strip`,
  edits: '/edits',
  everything: '/s/91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01',
} as const;
let stage: Stage;

describe.skipIf(!browserPath)('how it looks', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    it.each(Object.entries(PAGES))('has no serious axe findings: %s', async (name, path) => {
      const { page, shot } = await stage.open(path, { colorScheme, bypassCSP: true });
      await settled(page);
      await shot(`${name}-${colorScheme}`);
      expect(await findings(page)).toEqual([]);
      await page.context().close();
    });

    it('has none with tools, a dialog and a sheet open', async () => {
      const { page } = await stage.open(PAGES.session, { colorScheme, bypassCSP: true });
      await settled(page);
      await page.keyboard.press('o');
      // From the bottom up, since opening one pushes those below it off the page.
      for (const name of [/TodoWrite/, /Edit test/, /Bash npm test -- upload --repeat 5/, /Read test/]) {
        await page.getByRole('button', { name }).first().click();
      }
      await page.locator('.diff').first().waitFor();
      await page.locator('.diff-text span[class]').first().waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await findings(page)).toEqual([]);
      await page.context().close();
    });
  });

  it.each(Object.entries(PAGES))('fits 390 px: %s', async (name, path) => {
    const { page, shot } = await stage.open(path, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await settled(page);
    await shot(`${name}-phone`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= 390')).toBe(true);
    expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    await page.context().close();
  });

  it('shows its rails as sheets on a phone', async () => {
    const { page, shot } = await stage.open(PAGES.session, { viewport: { width: 390, height: 844 } });
    await settled(page);
    await page.getByRole('button', { name: 'Turns and files' }).click();
    const sheet = page.getByRole('dialog');
    await sheet
      .getByRole('link', { name: /Actually, keep the 500/ })
      .first()
      .waitFor();
    await shot('sheet-phone');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('searches inside a session in a sheet, which closes when something is chosen', async () => {
    const { page, faults } = await stage.open(PAGES.session, { viewport: { width: 390, height: 844 } });
    await settled(page);
    const sheet = page.getByRole('dialog');
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Find in this session');
    await page.keyboard.type('upload', { delay: 40 });
    await sheet.locator('.found .choice').nth(2).waitFor();
    expect(await sheet.getByRole('searchbox').last().inputValue()).toBe('upload');
    await sheet.locator('.found .choice').nth(2).click();
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    await sheet.locator('.found .choice').first().waitFor();
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Turns and files' }).click();
    await sheet
      .getByRole('link', { name: /Actually, keep the 500/ })
      .first()
      .click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('#t4');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('does not shift while it loads', async () => {
    const { page } = await stage.open(PAGES.session);
    await settled(page);
    await page.reload();
    await settled(page);
    const shift = await page.evaluate(SHIFT);
    console.log(`layout shift of a session page: ${shift}`);
    expect(shift).toBeLessThan(0.1);
  });
});

async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  await page.waitForTimeout(300);
}

/** Serious and critical findings, in words. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    );
}

/** Elements that extend beyond the screen and are not inside something that scrolls sideways. */
const TOO_WIDE = `[...document.querySelectorAll('main *')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  if (width === 0 || right <= innerWidth + 1) return false;
  for (let up = element; up && up !== document.body; up = up.parentElement) {
    if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(up).overflowX)) return false;
  }
  return true;
}).map((element) => element.className).slice(0, 5)`;

const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;
