import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, Stage } from './support/browser.js';

const SAMPLE = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';
const LIVE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;

describe.skipIf(!browserPath)('past edits', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  it('are none at first, and the page says how to get one', async () => {
    const { page, faults } = await stage.open('/edits');
    await page.getByText('Nothing was changed yet.').waitFor();
    expect(faults).toEqual([]);
  });

  it('are told with what goes by kind, listed, and taken back one by one', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}/edit?op=strip&preset=hard&keep=0`);
    const kinds = page.getByRole('region', { name: 'What it holds, by kind' });
    const thinking = kinds.getByRole('row', { name: /thinking/ });
    await thinking.getByText('all of it').waitFor();
    await kinds
      .getByRole('row', { name: /replies/ })
      .getByText('stays')
      .waitFor();
    await page.getByRole('button', { name: 'Make the new session' }).click();
    await page.getByText('A new session was made.').waitFor();
    await page.goto(`${stage.served.origin}/s/${SAMPLE}/edit?op=clone`);
    await page.getByRole('button', { name: 'Make the new session' }).click();
    await page.getByText('A new session was made.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Edits' }).waitFor();
    await page.getByRole('button', { name: /^Undo/ }).nth(1).waitFor();
    await shot('edits');
    const rows = page.locator('.edit-row');
    expect(await rows.count()).toBe(2);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Undo: strip/ })
      .click();
    await rows.nth(1).getByText('undone').waitFor();
    expect(await rows.nth(0).getByText('undone').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('that are not understood are told so, and how to write them', async () => {
    const { page, faults } = await stage.open(`/s/${SAMPLE}/edit?op=cut`);
    await page.getByText('Say above which turns.').waitFor();
    await page.getByLabel('turns').fill('3..1');
    await page.getByText('“3..1” is not understood: write numbers of turns').waitFor();
    expect(faults).toEqual([]);
  });

  it('wait while a session is live, as the plan says, and go on by themselves when it rests', async () => {
    const file = join(stage.served.config, 'projects', '-home-dev-shop-api', `${LIVE}.jsonl`);
    const now = new Date();
    utimesSync(file, now, now);
    const { page, faults } = await stage.open(`/s/${LIVE}/edit?op=clone`);
    const said = page.getByRole('status').filter({ hasText: 'This session is live' });
    await said.getByText('When it has rested for a minute').waitFor();
    const apply = page.getByRole('button', { name: 'Make the new session' });
    expect(await apply.isDisabled()).toBe(true);
    const past = new Date(Date.now() - 86_400_000);
    utimesSync(file, past, past);
    await said.waitFor({ state: 'detached' });
    await expect.poll(() => apply.isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  it('of tags show on the page of the session as in the list', async () => {
    const add = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(40));
    expect((await stage.served.post(`/api/sessions/${SAMPLE}/label`, { add })).status).toBe(200);
    const { page, faults } = await stage.open(`/s/${SAMPLE}`);
    const tags = page.locator('.session-title .tag');
    await tags.filter({ hasText: '+2' }).waitFor();
    expect(await tags.count()).toBe(5);
    await page.setViewportSize({ width: 360, height: 740 });
    const right = await tags.evaluateAll((all) => Math.max(...all.map((tag) => tag.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(360);
    await page.goto(`${stage.served.origin}/`);
    const listed = page.locator(`.row[href*="${SAMPLE}"]`);
    await listed.locator('.row-where .tag').first().waitFor();
    expect(await listed.locator('.tag').count()).toBe(add.length);
    expect(faults).toEqual([]);
  });
});
