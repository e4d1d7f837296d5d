import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage } from './support/browser.js';

const SILENT = '11111111-2222-4333-8444-000000000001';
const EMPTY = '11111111-2222-4333-8444-000000000002';
const FULL = '11111111-2222-4333-8444-000000000003';
const TASKS = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';
let stage: Stage;

describe.skipIf(!browserPath)('a stable page', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      const gitBranch = `feature/${'a-branch-with-a-very-long-name-'.repeat(6)}`;
      new SessionScript().user('Begin', { gitBranch }).reply('m1', 'Begun.', { gitBranch }).write(config);
      new SessionScript(EMPTY).line({ type: 'system', subtype: 'informational', content: 'Started.' }).write(config);
      new SessionScript(SILENT).user('Is anybody there?').write(config);
      const full = new SessionScript(FULL, '/home/dev/a-project-with-a-name').user('Begin');
      for (const model of ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929'])
        full.reply(`m-${model}`, 'Begun.', { message: muchOf(model) });
      full.write(config, '-home-dev-a-project-with-a-name');
    });
  });
  afterAll(() => stage?.stop());

  it.each([
    ['with a long branch', SESSION, 1440],
    ['with a long branch', SESSION, 1100],
    ['with a long branch', SESSION, 390],
    ['without any tokens', SILENT, 1440],
    ['without any turns', EMPTY, 1440],
  ])('does not shift while a session %s loads (%s, %i px)', async (_, id, width) => {
    const { page, faults } = await stage.open(`/s/${id}`, { viewport: { width, height: 900 } });
    await page.locator('.session-facts time').waitFor();
    await page.getByText('resume').first().waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate(SHIFT)).toBeLessThan(0.01);
    const facts = await page.locator('.session-facts').boundingBox();
    expect(facts?.height).toBeLessThan(24);
    expect(faults).toEqual([]);
  });

  it('has no gaps between the facts of a session, however short they are', async () => {
    const { page } = await stage.open(`/s/${SILENT}`);
    await page.locator('.session-facts time').waitFor();
    expect(await page.evaluate(GAPS)).toEqual([]);
  });

  it.each([1280, 1180])('shows the facts of a session beside its views, not below them (%i px)', async (width) => {
    const { page } = await stage.open(`/s/${FULL}`, { viewport: { width, height: 900 } });
    await page.getByText('opus-4-5 +1').waitFor();
    const right = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, width: 0 };
    const time = await right('.session-facts time');
    expect(time.x + time.width).toBeLessThanOrEqual((await right('.views')).x);
    expect(await page.evaluate(CUT)).toEqual([]);
    await page.locator('.fact-branch', { hasText: 'main' }).waitFor();
  });

  it('is never taller than the screen, however long the session is', async () => {
    const { page } = await stage.open(`/s/${TASKS}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('t');
    for (let step = 0; step < 8; step++) {
      expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
      await page.evaluate('document.querySelector(".turns").scrollTop += 900');
      await page.waitForTimeout(120);
    }
    await page.locator('.checklist').last().waitFor();
  });

  it('has large touch targets, and mentions no keys where there is no keyboard', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await stage.open(`/s/${TASKS}`, phone);
    await page.getByText('✓ resumes').waitFor();
    expect(await page.evaluate(SMALL)).toEqual([]);
    const head = await page.locator('.session-head').boundingBox();
    expect(head?.height).toBeLessThan(220);
    await page.getByRole('button', { name: 'Projects and filters' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').locator('kbd:visible').count()).toBe(0);
  });

  it.each([
    ['redact', 'No secrets were found.'],
    ['repair', 'There is nothing to repair.'],
  ])('has an empty message for %s', async (operation, output) => {
    const { page } = await stage.open(`/s/${SESSION}/edit?op=${operation}`);
    await page.getByText(output).waitFor();
    expect(await page.locator('.plan-what').count()).toBe(0);
  });

  it('says that a page does not exist', async () => {
    const { page } = await stage.open('/no/such/page');
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    await page.getByRole('link', { name: 'Go to the sessions' }).click();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });
});

const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

/** Facts that are wider than their text. */
const GAPS = `[...document.querySelectorAll('.session-facts > *')].filter((fact) => {
  const range = document.createRange();
  range.selectNodeContents(fact);
  return fact.getBoundingClientRect().right - range.getBoundingClientRect().right > 1;
}).map((fact) => fact.textContent)`;

/** Touch targets smaller than 24 px (WCAG 2.5.8). */
const SMALL = `[...document.querySelectorAll('.bar button, .session-head button')].filter((button) => {
  const { width, height } = button.getBoundingClientRect();
  return width > 0 && (width < 24 || height < 24);
}).map((button) => button.textContent || button.ariaLabel)`;

/** Short facts that are truncated. */
const CUT = `[...document.querySelectorAll('.session-facts > :not(.is-long, .fact-model)')].filter((fact) => fact.scrollWidth > fact.clientWidth).map((fact) => fact.textContent)`;

function muchOf(model: string) {
  const usage = { input_tokens: 4_000_000, output_tokens: 2_000_000, cache_read_input_tokens: 20_000_000 };
  return { id: `m-${model}`, role: 'assistant', model, content: [{ type: 'text', text: 'Begun.' }], usage };
}
