import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;
let lone: Stage;

describe.skipIf(!browserPath)('using only the keyboard', () => {
  beforeAll(async () => {
    stage = await Stage.start();
    lone = await Stage.start((config) => {
      new SessionScript()
        .user('Look.')
        .call('Bash', { command: 'ls' }, 'a.ts')
        .reply('m1', 'One file.')
        .user('Again.')
        .call('Bash', { command: 'ls -a' }, '.git')
        .reply('m2', 'A folder.')
        .write(config);
    });
  });
  afterAll(() => Promise.all([stage?.stop(), lone?.stop()]));

  it('moves from the list into a session, through its turns, and to the next session', async () => {
    const { page, faults } = await stage.open('/');
    await page.locator('a.row').first().waitFor();
    await page.keyboard.press('j');
    const first = await page.evaluate('document.activeElement.getAttribute("href")');
    await page.keyboard.press('Enter');
    await page.locator('.words').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(first);
    await page.keyboard.press(']');
    await page.waitForURL((url) => url.pathname !== first);
    await page.locator('.words').first().waitFor();
    await page.keyboard.press('[');
    await page.waitForURL((url) => url.pathname === first);
    expect(faults).toEqual([]);
  });

  it('moves by turns, opens folds and tools, selects and clears', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.words').first().waitFor();
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('j');
    await current(page, '2');
    await page.keyboard.press('j');
    await current(page, '4');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await current(page, '1');
    await page.keyboard.press('o');
    await page.locator('.tool-line').first().waitFor();
    await page.keyboard.press('o');
    await page.locator('.tool-line').first().waitFor({ state: 'detached' });
    await page.keyboard.press('t');
    await page.locator('.tool-body').first().waitFor();
    expect(await page.locator('.tool > .tool-head > .tool-line[aria-expanded=false]').count()).toBe(0);
    await page.keyboard.press('t');
    await page.locator('.tool-body').first().waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Selected turns' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Selected turns' }).waitFor({ state: 'detached' });
    await page.keyboard.press('F');
    await page.getByText('Fork at turn 1').waitFor();
    // Tab goes on in the edit, not at the top of the page.
    await page.keyboard.press('Tab');
    await page.locator('button:focus[aria-label="Close the edit"]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Edit' }).waitFor({ state: 'detached' });
  });

  it('opens and folds all tools, including calls outside a run, whatever was open before', async () => {
    const { page } = await lone.open(`/s/${SESSION}`);
    const line = page.locator('.tool > .tool-head > .tool-line');
    await line.first().waitFor();
    expect(await line.count()).toBe(2);
    await line.first().click();
    await page.locator('.tool-body').waitFor();
    await page.keyboard.press('t');
    await expect.poll(() => page.locator('.tool-body').count()).toBe(2);
    await page.keyboard.press('t');
    await expect.poll(() => page.locator('.tool-body').count()).toBe(0);
  });

  it('opens the help, the usage page, tables and the actions with one key', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.words').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Actions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('v');
    await page.getByRole('region', { name: 'Context window by turn' }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('region', { name: 'Context window by turn' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(IS_DRAWN)).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('searches and opens a hit', async () => {
    const { page } = await stage.open('/usage');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('avatar');
    await page.locator('[data-hit]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-hit]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.words').first().waitFor();
    expect(page.url()).toContain('/s/');
  });

  it('shows where the focus is', async () => {
    const { page } = await stage.open('/');
    await page.locator('a.row').first().waitFor();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(OUTLINE), `step ${step}`).toBe(true);
    }
  });
});

async function current(page: Page, turn: string): Promise<void> {
  await page.locator(`.turn-list [aria-current] .turn-list-number`, { hasText: turn }).waitFor();
}

const OUTLINE = `(() => {
  const style = getComputedStyle(document.activeElement);
  return document.activeElement === document.body || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
})()`;

/** Whether anything is drawn on the context chart. */
const IS_DRAWN = `(() => {
  const canvas = document.querySelector('.context-plot canvas');
  if (!canvas?.width) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value) => value > 0);
})()`;
