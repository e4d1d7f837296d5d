import { utimesSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage } from './support/browser.js';

const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let stage: Stage;

describe.skipIf(!browserPath)('room for the content', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      const long = new SessionScript();
      for (let turn = 1; turn <= 30; turn++) {
        long.user(`Question ${turn}`).reply(`m${turn}`, `Answer ${turn}. ${'It goes on for a while. '.repeat(20)}`);
      }
      const old = new Date(Date.now() - 25 * 86_400_000);
      utimesSync(long.write(config), old, old);
    });
  });
  afterAll(() => stage?.stop());

  it.each([
    ['a desktop', { viewport: { width: 1440, height: 900 } }, 0.16, 0.13],
    ['a phone', PHONE, 0.15, 0.1],
  ])('shrinks the head of a session on scroll without moving any line, on %s', async (_, options, most, mostLow) => {
    const { page, faults } = await stage.open(`/s/${SESSION}`, options);
    await page.getByText('Answer 2.').waitFor();
    await page.locator('.session-title .mark', { hasText: 'resumes' }).waitFor();
    const tall = await heightOf(page, '.session-head');
    const marked = page.getByText('Question 2', { exact: true }).first();
    for (let step = 0; step < 8; step++) {
      const before = (await marked.boundingBox())?.y ?? 0;
      await page.evaluate('document.querySelector(".turns").scrollTop += 50');
      await page.waitForTimeout(60);
      expect(Math.abs(((await marked.boundingBox())?.y ?? 0) - (before - 50))).toBeLessThan(2);
    }
    const low = await heightOf(page, '.session-head');
    expect(low).toBeLessThan(tall - 30);
    const screen = page.viewportSize()?.height ?? 1;
    expect(tall / screen).toBeLessThan(most);
    expect(low / screen).toBeLessThan(mostLow);
    await page.evaluate('document.querySelector(".turns").scrollTop = 0');
    await expect.poll(() => heightOf(page, '.session-head')).toBe(tall);
    expect(faults).toEqual([]);
  });

  it('groups the list by date only when it is sorted by date', async () => {
    const { page } = await stage.open('/');
    await page.locator('a.row').first().waitFor();
    const groups = await page.locator('.row-group').allTextContents();
    expect(groups.length).toBeGreaterThan(1);
    expect(new Set(groups).size).toBe(groups.length);
    expect(await heightOf(page, 'a.row')).toBeLessThan(50);
    await page.getByLabel('Order').selectOption('cost');
    await expect.poll(() => page.locator('.row-group').count()).toBe(0);
  });

  it('marks a problem of a session in the list with an icon', async () => {
    const { page } = await stage.open('/');
    await page.locator('a.row').first().waitFor();
    const warning = page.locator('.row .warning').first();
    await warning.waitFor();
    expect(await warning.getAttribute('title')).toMatch(/^Deleted in \d+ days: Claude Code deletes old sessions/);
    expect(await warning.getAttribute('aria-label')).toBe(await warning.getAttribute('title'));
  });

  it('names the turn under the pointer in the head, without covering anything', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.getByText('✓ resumes').waitFor();
    const head = await heightOf(page, '.session-head');
    const tape = await page.locator('.tape').first().boundingBox();
    if (!tape) throw new Error('there is no tape');
    await page.mouse.move(tape.x + tape.width / 3, tape.y + tape.height / 2);
    await page.locator('.session-sub .turn-facts', { hasText: 'The upload test fails' }).waitFor();
    expect(await heightOf(page, '.session-head')).toBe(head);
    await page.mouse.move(tape.x + 20, tape.y + 500);
    await page.locator('.session-sub .session-facts').waitFor();
  });

  it('makes room for a message instead of covering the page', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.words').first().hover();
    await page.locator('.words').first().getByRole('button', { name: 'Copy' }).click();
    const toast = page.locator('.toast', { hasText: 'Copied' });
    await toast.waitFor();
    const [message, reader] = [await toast.boundingBox(), await page.locator('.reader').boundingBox()];
    expect(message?.height).toBeGreaterThan(20);
    expect(message?.y).toBeGreaterThanOrEqual((reader?.y ?? 0) + (reader?.height ?? 0));
    await expect.poll(() => heightOf(page, '.toast')).toBe(0);
  });

  it('shows focus rings only for the keyboard', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.getByText('✓ resumes').waitFor();
    await page.locator('.turns .reply').first().click();
    await page.keyboard.press('j');
    expect(await page.evaluate(RINGED)).toBe(false);
    await page.getByRole('searchbox', { name: 'Search all sessions' }).click();
    expect(await page.evaluate(RINGED)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(RINGED)).toBe(true);
  });

  it('has one menu per block on a phone', async () => {
    const { page, faults } = await stage.open(`/s/${SAMPLE}`, PHONE);
    await page.getByText('✓ resumes').waitFor();
    const words = page.locator('.words').first();
    expect(await words.getByRole('button').count()).toBe(1);
    await words.getByRole('button', { name: 'This block' }).tap();
    const menu = page.getByRole('dialog');
    await menu.getByRole('button', { name: 'Copy' }).tap();
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('The upload test fails');
    await words.getByRole('button', { name: 'This block' }).tap();
    await menu.getByRole('button', { name: /Raw line/ }).tap();
    await page.getByRole('dialog').getByText('parentUuid').waitFor();
    expect(faults).toEqual([]);
  });

  it.each(['/', `/s/${SAMPLE}`, '/search?q=card', '/usage?period=all'])(
    'has 44 px for each finger: %s',
    async (path) => {
      const { page } = await stage.open(path, PHONE);
      await page.locator('main h1').first().waitFor();
      await page.waitForTimeout(600);
      expect(await page.evaluate(SMALL)).toEqual([]);
      await page.evaluate('document.querySelector("main .window").scrollTop = 400');
      await page.waitForTimeout(300);
      expect(await page.evaluate(SMALL)).toEqual([]);
    },
  );

  it('has no empty rows on a phone', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`, PHONE);
    await page.getByText('✓ resumes').waitFor();
    expect(await page.evaluate(HOLLOW)).toEqual([]);
  });
});

async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.height ?? 0;
}

const RINGED = `getComputedStyle(document.activeElement).outlineStyle !== 'none'`;

/** Rows taller than a line without text or a picture. */
const HOLLOW = `[...document.querySelectorAll('.turns .window-row')].filter((row) =>
  row.offsetHeight > 12 && row.innerText.trim() === '' && !row.querySelector('canvas, svg, img')
).map((row) => row.dataset.row)`;

/** Targets smaller than 44 px, including the area around them. Links in running text are as tall as the text. */
const SMALL = `[...document.querySelectorAll('.bar :is(a, button, input), main :is(button, a.row, a.button, select, .fork a, .hit-session a, .ranking a)')].filter((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || top < 0 || top + height > innerHeight) return false;
  const after = getComputedStyle(element, '::after');
  const reach = after.position === 'absolute' ? -2 * parseFloat(after.top) : 0;
  return height + reach < 43.5;
}).map((element) => element.className + ' ' + element.textContent.slice(0, 30))`;
