import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, type OpenPage, Stage } from './support/browser.js';

/** The sample that contains one of everything. */
const SAMPLE = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';
const SECRET = 'sk_live_51SampleOnlyNotARealKey0';
let stage: Stage;

describe.skipIf(!browserPath)('everything a session can contain', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  const open = async (turn: number): Promise<OpenPage> => {
    const opened = await stage.open(`/s/${SAMPLE}#t${turn}`);
    await opened.page.getByText('✓ resumes').waitFor();
    return opened;
  };

  it('shows a picture, fetched from this server only', async () => {
    const { page, faults, requests } = await open(1);
    const picture = page.locator('.words img').first();
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(360);
    expect(requests.some((url) => url.includes('/media?'))).toBe(true);
    expect(faults).toEqual([]);
  });

  it('masks a secret, shows it when asked, and hides it again', async () => {
    const { page, faults } = await open(3);
    const words = page.locator('.words', { hasText: 'The dashboard key is' });
    await words.waitFor();
    expect(await page.locator('body').textContent()).not.toContain(SECRET);
    await words.hover();
    await words.getByRole('button', { name: 'Copy, secrets masked' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).not.toContain(SECRET);
    await words.getByRole('button', { name: '1 secret hidden: reveal' }).click();
    await page.getByText(SECRET).first().waitFor();
    await words.getByRole('button', { name: 'Hide secrets again' }).click();
    await page.getByText(SECRET).first().waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('masks a secret in a call, and reveals it only there', async () => {
    const { page } = await open(3);
    await page.getByRole('button', { name: /^Bash curl/ }).click();
    await page.getByRole('button', { name: 'Secrets are hidden: reveal' }).click();
    await page.locator('.terminal', { hasText: SECRET }).waitFor();
    expect(await page.locator('.words', { hasText: SECRET }).count()).toBe(0);
  });

  it('fetches output that is in a separate file', async () => {
    const { page, requests, faults } = await open(3);
    await page.getByRole('button', { name: /^Bash kubectl logs/ }).click();
    await page.getByText(/The output is kept in a file of its own/).waitFor();
    const terminal = page.locator('.terminal', { hasText: 'order=48000' });
    expect(await terminal.getByText('order=48600').count()).toBe(0);
    expect(requests.some((url) => url.includes('of=printed'))).toBe(false);
    await terminal.getByRole('button', { name: /Show the rest/ }).click();
    await terminal.getByText('order=48600').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a compaction as a cut, with what was dropped and the summary that replaced it', async () => {
    const { page } = await open(3);
    await page.getByText(/from 48\.2k tokens · 3 turns before this are no longer sent/).waitFor();
    await page.getByRole('button', { name: /The summary that replaced them/ }).click();
    await page.getByText('Give a card its own part back first.').waitFor();
  });

  it('shows a queued prompt, an unknown line, and a hook', async () => {
    const { page } = await open(3);
    await page.getByText('you, while it worked').waitFor();
    await page.getByRole('button', { name: /Unknown line: weather-report/ }).click();
    await page.getByText('A kind of line that no version we know writes.').waitFor();
    await page.goto(`${stage.served.origin}/s/${SAMPLE}#t1`);
    await page.getByRole('button', { name: /Before the first turn/ }).click();
    await page.getByText(/Hook SessionStart/).waitFor();
  });

  it('opens a sub-agent inside a sub-agent in place', async () => {
    const { page, faults } = await open(2);
    await page.getByRole('button', { name: /Look for refunds.* code-reviewer/ }).click();
    await page.locator('.nested .tool-run').first().click();
    await page
      .getByRole('button', { name: /Read the refund page.* Explore/ })
      .last()
      .click();
    await page.locator('.depth-2', { hasText: 'Three ways out' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${SAMPLE}`);
    expect(faults).toEqual([]);
  });

  it('shows checklist changes, an MCP call as a tree, and terminal colours', async () => {
    const { page, faults } = await open(1);
    await page.locator('.tool-run').first().click();
    await page.getByRole('button', { name: /^tracker › get issue/ }).click();
    await page.locator('.json-branch', { hasText: 'in progress' }).first().waitFor();
    await page
      .getByRole('button', { name: /^TodoWrite/ })
      .nth(1)
      .click();
    await page.locator('.checklist', { hasText: 'now done' }).first().waitFor();
    await page.getByRole('button', { name: /^Bash pnpm test checkout.*failed/ }).click();
    await page.locator('.terminal .a-red', { hasText: 'FAIL' }).first().waitFor();
    expect(await page.locator('.error-text').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('searches inside a session in file order, from the current position', async () => {
    const { page } = await open(3);
    await page.keyboard.press('f');
    await page.keyboard.type('card');
    await page.locator('.found .choice').first().waitFor();
    const turns = (await page.locator('.found .turn-list-number').allTextContents()).map(Number);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.found [aria-current=true] .turn-list-number').textContent()).toBe('3');
  });
});
