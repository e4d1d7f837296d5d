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

  it('start empty, and the page says how to make one', async () => {
    const { page, faults } = await stage.open('/edits');
    await page.getByText('No edits yet.').waitFor();
    expect(faults).toEqual([]);
  });

  it('show what they remove by kind, are listed, and are undone one by one', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}/edit?op=strip&preset=hard&keep=0`);
    const kinds = page.getByRole('region', { name: 'What it holds, by kind' });
    const thinking = kinds.getByRole('row', { name: /thinking/ });
    await thinking.getByText('all of it').waitFor();
    // Your words are not counted with the picture beside them.
    await kinds
      .getByRole('row', { name: /images and files/ })
      .getByText('all of it')
      .waitFor();
    await kinds
      .getByRole('row', { name: /writing/ })
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

  it('start from the turns in view, and the plan follows the checkboxes', async () => {
    const { page, faults, shot } = await stage.open(`/s/${SAMPLE}#t2`);
    await page.getByText('✓ resumes').waitFor();
    await page.getByText('Have somebody look for places').first().waitFor();
    await page.keyboard.press('d');
    const panel = page.getByRole('region', { name: 'Edit' });
    await panel.getByText('Cut turn 2').waitFor();
    // The turns stay beside the plan, and those to be removed are marked.
    await page.locator('.goes .words', { hasText: 'Have somebody look for places' }).waitFor();
    await page.getByRole('button', { name: 'Select turn 3' }).click();
    await panel.getByText('Cut turns 2..3').waitFor();
    await panel.getByText('These turns are before the compaction and are not sent in any case.').waitFor();
    await shot('cut');
    await panel.getByRole('button', { name: 'Strip' }).click();
    await panel.getByText(/^Strip .* in turns 2\.\.3/i).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('turns')).toBe('2-3');
    // A reload shows the same edit.
    await page.reload();
    await panel.getByText(/^Strip .* in turns 2\.\.3/i).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    const toolbar = page.getByRole('toolbar', { name: 'Selected turns' });
    await toolbar.getByText('2 turns').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${SAMPLE}`);
    await page.goBack();
    await panel.waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('strip a single call, or only its output, from its row', async () => {
    const { page, faults, shot } = await stage.open(`/s/${LIVE}`);
    await page.locator('.tool-run').first().click();
    const row = page.locator('.tool', { hasText: 'npm test' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Strip this call or its output…' }).click();
    const panel = page.getByRole('region', { name: 'Edit' });
    await panel.getByText('1 call', { exact: true }).waitFor();
    await panel.getByText(/^Strip tool results, only of one call/i).waitFor();
    await shot('strip-call');
    await panel.getByRole('button', { name: 'Whole call' }).click();
    await panel.getByText(/^Strip tool calls, only of one call/i).waitFor();
    await panel.getByText(/✓ resumes: \d+ → \d+ messages/).waitFor();
    await page.reload();
    await panel.getByText(/^Strip tool calls, only of one call/i).waitFor();
    await page.locator('.tool.is-stripped').getByRole('button', { name: 'Keep this call' }).click();
    await panel.getByRole('button', { name: 'Standard' }).waitFor();
    expect(await page.locator('.tool.is-stripped').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('say what to select while nothing is selected', async () => {
    const { page, faults } = await stage.open(`/s/${SAMPLE}/edit?op=cut&turns=1`);
    const panel = page.getByRole('region', { name: 'Edit' });
    await panel.getByText('Cut turn 1').waitFor();
    await panel.getByRole('button', { name: 'Clear' }).click();
    await panel.getByText('Tick the turns to remove').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('stay beside the turns on a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, faults } = await stage.open(`/s/${SAMPLE}/edit?op=cut&turns=2#t2`, { viewport, hasTouch: true });
    const panel = page.getByRole('region', { name: 'Edit' });
    await panel.getByText('Cut turn 2').waitFor();
    await page.getByText('Have somebody look for places').first().waitFor();
    const [turns, edit] = await Promise.all([page.locator('.turns').boundingBox(), panel.boundingBox()]);
    expect((turns?.y ?? 0) + (turns?.height ?? 0)).toBeLessThanOrEqual((edit?.y ?? 0) + 1);
    expect(turns?.height).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Select turn 3' }).click();
    await panel.getByText('Cut turns 2..3').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leave nothing in the list when undone, and a copy names its original', async () => {
    const { page, faults } = await stage.open(`/s/${LIVE}/edit?op=clone`);
    await page.getByRole('button', { name: 'Make the new session' }).click();
    await page.getByText('A new session was made.').waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    const original = page.locator('.session-title').getByRole('link', { name: /^copy of/ });
    await original.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/s/${LIVE}`);
    await page.goto(`${stage.served.origin}/`);
    await page.locator('.row', { hasText: '↳ copy' }).first().waitFor();
    const { json } = await stage.served.get<{ edits: { undo: string; isUndone: boolean }[] }>('/api/edits');
    for (const { undo } of json.edits.filter(({ isUndone }) => !isUndone))
      await stage.served.post('/api/undo', { undo });
    await page.locator('.row', { hasText: '↳ copy' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Has errors/ }).waitFor();
    expect(await page.getByText('Already deleted').count()).toBe(0);
    const gone = await stage.served.get<{ total: number }>('/api/sessions?marks=gone');
    expect(gone.json.total).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('wait while a session is live, and continue by themselves when it is not', async () => {
    const file = join(stage.served.config, 'projects', '-home-dev-shop-api', `${LIVE}.jsonl`);
    const now = new Date();
    utimesSync(file, now, now);
    const { page, faults } = await stage.open(`/s/${LIVE}/edit?op=clone`);
    const output = page.getByRole('status').filter({ hasText: 'This session is live' });
    await output.getByText('can be applied once nothing has been written').waitFor();
    const apply = page.getByRole('button', { name: 'Make the new session' });
    expect(await apply.isDisabled()).toBe(true);
    const past = new Date(Date.now() - 86_400_000);
    utimesSync(file, past, past);
    await output.waitFor({ state: 'detached' });
    await expect.poll(() => apply.isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  it('of tags are shown on the session page and in the list', async () => {
    const add = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(40));
    expect((await stage.served.post(`/api/sessions/${SAMPLE}/label`, { add })).status).toBe(200);
    const { page, faults } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.session-title .tag', { hasText: '+2' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const tags = page.locator('.phone-facts .tag');
    await tags.filter({ hasText: '+2' }).waitFor();
    expect(await tags.count()).toBe(5);
    const right = await tags.evaluateAll((all) => Math.max(...all.map((tag) => tag.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(360);
    await page.goto(`${stage.served.origin}/`);
    const listed = page.locator(`.row[href*="${SAMPLE}"]`);
    await listed.locator('.row-where .tag').first().waitFor();
    expect(await listed.locator('.tag').count()).toBe(add.length);
    expect(faults).toEqual([]);
  });
});
