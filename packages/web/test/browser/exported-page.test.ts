import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage } from './support/browser.js';
import { addHostileTurn } from './support/hostile-session.js';
import { PAYLOADS } from './support/payloads.js';

const SAMPLE = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONG = '44444444-2222-4333-8444-555555555555';
const TURNS = 500;
let stage: Stage;

describe.skipIf(!browserPath)('an exported page', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      const script = new SessionScript(SESSION, `/home/dev/${PAYLOADS[0]}`);
      for (const text of PAYLOADS) addHostileTurn(script, text);
      script.write(config);
      const long = new SessionScript(LONG);
      for (let turn = 1; turn <= TURNS; turn++) {
        long.user(`Question ${turn}`).call('Bash', { command: 'cat log' }, `line ${turn} <of> the log\n`.repeat(20));
        long.reply(`m${turn}`, `Answer ${turn}.`);
      }
      long.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('finds words in folded output, and its tape links to turns', async () => {
    const { page, faults } = await openFile(SAMPLE);
    await page.keyboard.press('/');
    await page.keyboard.type('way=transfer');
    await page.locator('.find output', { hasText: /^\d+$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.find output', { hasText: /^1 of \d+$/ }).waitFor();
    const output = page.locator('details[open] .terminal', { hasText: 'way=transfer' }).first();
    await output.waitFor();
    const box = await output.boundingBox();
    expect(box && box.y < 900 && box.y + box.height > 0).toBe(true);
    await page.locator('.tape a[href="#t4"] .area').click({ force: true });
    await expect.poll(() => new URL(page.url()).hash).toBe('#t4');
    const closed = () => page.locator('main details:not([open])').count();
    await page.getByRole('button', { name: 'Open or close all' }).click();
    expect(await closed()).toBe(0);
    await page.getByRole('button', { name: 'Open or close all' }).click();
    expect(await page.locator('main details[open]').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('draws only what is near the screen of a long session, and finds and links to the rest', async () => {
    const { page, faults } = await openFile(LONG);
    const drawn = () => page.locator('.turn').count();
    expect(await drawn()).toBeLessThan(TURNS / 2);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('line 444 <of>');
    await page.locator('.find output', { hasText: /^20$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.find output', { hasText: '1 of 20' }).waitFor();
    const box = await page.locator('#t444 details[open] .terminal').boundingBox();
    expect(box && box.y < 900 && box.y + box.height > 0).toBe(true);
    await page.evaluate('location.hash = "#t300"');
    const top = async () => Math.round((await page.locator('#t300').boundingBox())?.y ?? -1);
    await expect.poll(top).toBe(64);
    await page.waitForTimeout(300);
    expect(await top()).toBe(64);
    expect(await page.locator('#t300').textContent()).toContain('Answer 300.');
    expect(await drawn()).toBeLessThan(TURNS);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows all of a long session where no scripts run', async () => {
    const { page } = await openFile(LONG, { javaScriptEnabled: false });
    expect(await page.locator('.turn').count()).toBe(TURNS);
    expect((await page.locator(`#t${TURNS}`).boundingBox())?.height).toBeGreaterThan(100);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has no serious axe findings in %s, and fits a phone', async (colorScheme) => {
    const { page } = await openFile(SAMPLE, { colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true });
    expect(await page.evaluate('document.documentElement.scrollWidth <= 390')).toBe(true);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string; impact: string }[] };
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    await page.context().close();
  });

  it('runs nothing but its search for a hostile session', async () => {
    const { page, faults } = await openFile(SESSION);
    await page.evaluate('window.pwn = () => { window.__pwned = true }');
    await page.getByRole('button', { name: 'Open or close all' }).click();
    await page.waitForTimeout(500);
    expect(await page.evaluate('window.__pwned')).toBeUndefined();
    expect(await page.evaluate('document.scripts.length')).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

/** Opens the export of a session as a file, in a browser without network access. */
async function openFile(id: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const { text } = await stage.served.get(`/api/sessions/${id}/export?format=html`);
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-page-')), 'session.html');
  writeFileSync(file, text);
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => request.url().startsWith('http') && faults.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, faults };
}
