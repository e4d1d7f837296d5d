import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript, uuidOf } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const SHORT = '11111111-2222-4333-8444-666666666666';
let stage: Stage;

describe.skipIf(!browserPath)('turns of other branches', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      writeForked(config);
      writeShort(config);
    });
  });
  afterAll(() => stage?.stop());

  it('are shown by a link that gives only the turn', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}#t4`);
    await isOn(page, '?branch=4#t4');
    await page.getByText('Reply of the left way.').waitFor();
    expect(await page.getByText('Reply of the right way.').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('are opened when a search finds words in them', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}#t1`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('pelican');
    await page.locator('.found .choice').nth(1).waitFor();
    await page.keyboard.press('Enter');
    await isOn(page, '?q=pelican&match=1&branch=4#t4');
    await page.getByText('Reply of the left way.').waitFor();
    await page.keyboard.press('Enter');
    await isOn(page, '?q=pelican&match=2&branch=16#t16');
    await page.getByText('Reply of the right way.').waitFor();
    await page.keyboard.press('Shift+Enter');
    await isOn(page, '?q=pelican&match=1&branch=4#t4');
    await page.getByText('Reply of the left way.').waitFor();
    expect(faults).toEqual([]);
  });

  it('are found again with Back and Forward, also after a reload', async () => {
    const { page, faults } = await stage.open(`/s/${SHORT}#t3`);
    await page.getByText('✓ resumes').waitFor();
    const fork = page.getByRole('navigation', { name: 'Branches after turn 3' });
    await fork.getByRole('link', { name: /Left/ }).click();
    await isOn(page, '?branch=4#t4', SHORT);
    await page.reload();
    await page.getByText('Reply of the left way.').waitFor();
    await page.goBack();
    await page.getByText('Reply of the right way.').waitFor();
    // More turns are scrolled into view, and the address follows.
    await page.setViewportSize({ width: 1440, height: 1100 });
    await isOn(page, '#t3', SHORT);
    await page.goForward();
    await isOn(page, '?branch=4#t4', SHORT);
    await page.getByText('Reply of the left way.').waitFor();
    // The same turn without its branch, at the position where it was left.
    await page.goBack();
    await isOn(page, '#t3', SHORT);
    await page.evaluate('location.hash = "#t4"');
    await isOn(page, '?branch=4#t4', SHORT);
    await page.getByText('Reply of the left way.').waitFor();
    expect(faults).toEqual([]);
  });
});

/** Two branches after turn 3. The resumed one is on the right; the left one is longer than what is read before all turns are known. */
function writeForked(config: string): void {
  const script = new SessionScript();
  for (const turn of [1, 2, 3]) script.user(`Prompt ${turn}`).reply(`m${turn}`, `Reply ${turn}.`);
  const fork = uuidOf(script.lines.length);
  script.user('Left, with a pelican').reply('m4', 'Reply of the left way.');
  for (let turn = 5; turn < 16; turn++) script.user(`Left, ${turn}`).reply(`m${turn}`, `Reply ${turn}.`);
  script.user('Right, with a pelican', { parentUuid: fork }).reply('m16', 'Reply of the right way.');
  for (let turn = 17; turn < 30; turn++) script.user(`Right, ${turn}`).reply(`m${turn}`, `Reply ${turn}.`);
  script.write(config);
}

/** One branch is so short that turn 3 stays at the top of the screen when the branch is opened. */
function writeShort(config: string): void {
  const script = new SessionScript(SHORT);
  for (const turn of [1, 2, 3]) script.user(`Prompt ${turn}`).reply(`m${turn}`, 'A paragraph.\n\n'.repeat(16));
  const fork = uuidOf(script.lines.length);
  script.user('Left').reply('m4', 'Reply of the left way.');
  script.user('Right', { parentUuid: fork }).reply('m5', 'Reply of the right way.');
  for (let turn = 6; turn < 16; turn++) script.user(`Right, ${turn}`).reply(`m${turn}`, `Reply ${turn}.`);
  script.write(config);
}

/** Waits until the address is this one and stays so, since the reader's position is noted a moment later. */
async function isOn(page: Page, end: string, session = SESSION): Promise<void> {
  const wanted = `${stage.served.origin}/s/${session}${end}`;
  await page.waitForURL(wanted).catch(() => {});
  await page.waitForTimeout(600);
  expect(page.url()).toBe(wanted);
}
