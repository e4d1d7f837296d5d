import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, Stage, violations } from './support/browser.js';
import { STORY, storySession } from './support/story-session.js';

let stage: Stage;

describe.skipIf(!browserPath)('the story of a session', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      storySession().write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('renders a prompt as Markdown and folds a long one', async () => {
    const { page, faults } = await stage.open(`/s/${STORY}`);
    const prompt = page.locator('.words-prompt').first();
    await prompt.locator('strong', { hasText: 'retry' }).waitFor();
    const height = async () => (await prompt.boundingBox())?.height ?? 0;
    const folded = await height();
    const more = prompt.getByRole('button', { name: /^Show all \d+ lines$/ });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.click();
    await prompt.getByRole('button', { name: 'Show less' }).waitFor();
    expect(await height()).toBeGreaterThan(folded + 100);
    await page.reload();
    await page.locator('.words-prompt').first().getByRole('button', { name: 'Show less' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows questions, plans and their answers without a click', async () => {
    const { page, shot } = await stage.open(`/s/${STORY}`, { viewport: { width: 1440, height: 1600 } });
    const chosen = page.locator('.option.is-chosen');
    await chosen.filter({ hasText: 'Three times' }).waitFor();
    await chosen.filter({ hasText: 'half a second, fixed' }).waitFor();
    expect(await page.locator('.option', { hasText: 'Until it works' }).getAttribute('class')).toBe('option');
    const plans = page.locator('.plan-card');
    await plans.first().getByText('not approved').waitFor();
    await page.getByText('You declined this: Keep it in one file.').waitFor();
    await plans.nth(1).getByText('✓ approved').waitFor();
    await plans.nth(1).getByRole('heading', { name: 'Retry uploads' }).waitFor();
    await shot('story');
    await page.context().close();
  });

  it('says how many lines an edit changed, and does not show declined calls as errors', async () => {
    const { page, shot } = await stage.open(`/s/${STORY}`, { viewport: { width: 1440, height: 2200 } });
    const run = page.locator('.tool-run').first();
    await run.getByText('1 failed').waitFor();
    await run.getByText('1 declined').waitFor();
    await run.click();
    const edit = page.locator('.tool-head', { hasText: 'upload.ts' });
    await edit.getByText('+1').waitFor();
    await edit.getByText('−1').waitFor();
    const declined = page.locator('.tool-head', { hasText: 'rm -rf build' });
    expect(await declined.locator('.k-error').count()).toBe(0);
    await declined.getByText('declined').waitFor();
    await page.locator('.tool-head', { hasText: 'TaskUpdate' }).getByRole('button').first().click();
    await page.getByText('#1 Add retry.ts').waitFor();
    await page.getByText('now done').waitFor();
    await shot('story-tools');
    await page.context().close();
  });

  it('shows messages of agents, web results and MCP tools in words', async () => {
    const { page, faults, shot } = await stage.open(`/s/${STORY}#t2`);
    const message = page.locator('.words-message');
    await message.locator('strong', { hasText: 'good' }).waitFor();
    expect(await message.locator('.whose').textContent()).toBe('alice');
    const run = page.locator('.tool-run', { hasText: 'playwright › browser wait for' });
    await run.click();
    await page.locator('.tool-head', { hasText: 'WebSearch' }).getByRole('button').first().click();
    const link = page.locator('.web-links a');
    expect(await link.getAttribute('href')).toBe('https://www.example.com/backoff');
    await page.locator('.web-links').getByText('example.com').waitFor();
    await page.locator('.tool-head', { hasText: 'SendMessage' }).getByRole('button').first().click();
    await page.locator('figure strong', { hasText: 'review' }).waitFor();
    await shot('story-messages');
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('lists what a compaction summary left out, and copies it for a prompt', async () => {
    const { page, faults, shot } = await stage.open(`/s/${STORY}#t3`);
    await page.getByRole('button', { name: /What the summary left out/ }).click();
    const lost = page.locator('.lost');
    await lost.getByText('Do not retry uploads of more than 5000 MB.').first().waitFor();
    await lost.locator('.mono', { hasText: 'npm test' }).waitFor();
    // The summary names this file.
    expect(await lost.locator('.mono', { hasText: 'upload.ts' }).count()).toBe(0);
    await lost.getByRole('checkbox', { name: 'Do not retry uploads' }).first().check();
    await lost.getByRole('button', { name: 'Copy 1 for a prompt' }).click();
    await page.getByText('Copied').waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toContain('- decision (turn 2): Do not retry uploads of more than 5000 MB.');
    expect(copied).not.toContain('npm test');
    await shot('lost');
    await lost.getByRole('link', { name: '2' }).first().click();
    await page.getByText('Ask the others, and search the web for backoff.').last().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
