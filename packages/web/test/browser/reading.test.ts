import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage, violations } from './support/browser.js';

const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;
let live: SessionScript;

describe.skipIf(!browserPath)('the app in a real browser', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      live = new SessionScript();
      live.user('Count to three').reply('msg_a', 'One.');
      live.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('finds a session in the list and opens it', async () => {
    const { page, faults, shot } = await stage.open('/');
    await page.getByRole('link', { name: /Fix the flaky upload test/ }).click();
    await page.getByText('The upload test fails about one run in five').first().waitFor();
    expect(page.url()).toContain(`/s/${SAMPLE}`);
    await page.getByText('✓ resumes').waitFor();
    await shot('session');
    await page.goBack();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await shot('list');
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('searches while you type, and opens a hit at its place', async () => {
    const { page, faults, shot } = await stage.open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('avatar', { delay: 20 });
    await page
      .locator('[data-hit] mark', { hasText: /^avatar$/i })
      .first()
      .waitFor();
    const hit = page.locator('[data-hit]').first();
    expect(page.url()).toContain('/search?q=avatar');
    await shot('search');
    const turn = (await hit.locator('.hit-turn').textContent()) ?? '';
    await hit.click();
    await page.locator('.turns .line').first().waitFor();
    await page.waitForURL(new RegExp(`#t${turn}$`));
    expect(faults).toEqual([]);
  });

  it('opens a link to a turn of another branch on that branch, and switches branches', async () => {
    const { page, faults } = await stage.open(`/s/${SAMPLE}#t3`);
    await page.getByText('Changed: the route answers 502').waitFor();
    const fork = page.getByRole('navigation', { name: 'Branches after turn 2' });
    await fork.getByRole('link', { name: /Actually, keep the 500/ }).click();
    await page.getByText('The cause is logged now').waitFor();
    expect(await page.getByText('Changed: the route answers 502').count()).toBe(0);
    // The same from within the page; the turn shows visibly what it is.
    await page.evaluate('location.hash = "#t3"');
    await page.getByText('Changed: the route answers 502').waitFor();
    const mark = page.locator('.turn-head .mark', { hasText: 'not sent on resume' }).first();
    await mark.waitFor();
    await expect.poll(() => page.evaluate(IS_ON_TOP)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('opens tools and a sub-agent in place', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.tool-run').first().click();
    await page.getByRole('button', { name: /Read test\/upload.test.ts/ }).click();
    await page.locator('.numbered-line').first().waitFor();
    await page.getByRole('button', { name: /Bash npm test -- upload --repeat 5/ }).click();
    await page.locator('.terminal').first().waitFor();
    await page.getByRole('button', { name: /Find callers.* Explore/ }).click();
    await page.getByText('the task').waitFor();
    await expect.poll(() => page.locator('.nested').count()).toBeGreaterThan(2);
    await page.getByRole('button', { name: /Edit test\/upload.test.ts/ }).click();
    await page.locator('.diff .added').first().waitFor();
    expect(await page.locator('.diff .added b').count()).toBeGreaterThan(0);
    await shot('tools');
    await page.reload();
    await page.locator('.nested').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the raw line of a block', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.words').first().hover();
    await page.locator('.words').first().getByRole('button', { name: 'Raw line' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('parentUuid').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('grows with a session that is being written, within a second, and follows the end', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}`);
    await page.getByText('One.').waitFor();
    const file = live.fileIn(stage.served.config);
    const before = live.lines.length;
    live.reply('msg_b', 'Two, said a moment later.').user('And three?').reply('msg_c', 'Three.');
    live.append(file, before);
    const start = Date.now();
    await page.getByText('Two, said a moment later.').waitFor();
    const took = Date.now() - start;
    await page.getByText('Three.', { exact: true }).waitFor();
    console.log(`a written line was on screen after ${took} ms`);
    expect(faults).toEqual([]);
  });

  it('plans an edit, proves it, applies it, and undoes it', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}`);
    await page.getByRole('button', { name: 'Select turn 1' }).click();
    await page.getByRole('button', { name: 'Cut…' }).click();
    await page.getByText(/✓ resumes: \d+ → \d+ messages/).waitFor();
    await shot('plan');
    await page.getByRole('button', { name: 'Make the new session' }).click();
    await page.getByText('A new session was made.').waitFor();
    const command = await page.locator('.done .command-line code').textContent();
    expect(command).toContain('claude --resume');
    await page.getByRole('button', { name: 'Copy the command to continue' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(command);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Make the new session' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('exports a session, or selected turns, to a file or the clipboard', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}`);
    const download = async (name: RegExp) => {
      const started = page.waitForEvent('download');
      await page.getByRole('link', { name }).click();
      return readFileSync(await (await started).path(), 'utf8');
    };
    await page.getByRole('button', { name: 'Actions' }).click();
    expect(await download(/^Web page/)).toContain('The upload test fails about one run in five');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Select turn 2' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export 1 turn' });
    await dialog.getByText('What looks like a secret is hidden').waitFor();
    await shot('export');
    expect(JSON.parse(await download(/^JSON/)).turns).toMatchObject([{ number: 2 }]);
    expect(await download(/^Markdown/)).toContain('## Turn 2');
    await dialog.getByRole('button', { name: /^Copy as Markdown/ }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('## Turn 2');
    expect(await page.evaluate('navigator.clipboard.readText()')).not.toContain('## Turn 1');
    expect(faults).toEqual([]);
  });

  it('pins and unpins a session', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.locator('.session-title .mark', { hasText: 'pinned' }).waitFor();
    // The actions stay open and keep the focus.
    await page.getByRole('button', { name: 'Unpin' }).click();
    await page.locator('.session-title .mark', { hasText: 'pinned' }).waitFor({ state: 'detached' });
  });

  it('says when a session does not exist, and when a page is locked', async () => {
    const { page } = await stage.open('/s/00000000-0000-4000-8000-000000000000');
    await page.getByRole('alert').first().waitFor();
    const context = await stage.browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(`${stage.served.origin}/`);
    await stranger.getByText('This page is locked.').waitFor();
    // By then the stream was refused, too. The message stays.
    await stranger.waitForTimeout(2500);
    expect(await stranger.getByText('This page is locked.').isVisible()).toBe(true);
    await (await context.newPage()).goto(stage.served.server.newLink());
    await stranger.locator('a.row').first().waitFor();
    await context.close();
  });
});

describe.skipIf(!browserPath)('a home without sessions', () => {
  it('says how to get sessions', async () => {
    const empty = await Stage.start((config) => writeFileSync(join(config, 'settings.json'), '{}'));
    const { page, shot } = await empty.open('/');
    await page.getByText('There are no sessions yet.').waitFor();
    await shot('empty');
    await empty.stop();
  });
});

/** Checks that nothing covers the mark of a turn. */
const IS_ON_TOP = `(() => {
  const mark = document.querySelector('.turn-head .mark');
  const { left, top, width, height } = mark.getBoundingClientRect();
  return mark.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})()`;
