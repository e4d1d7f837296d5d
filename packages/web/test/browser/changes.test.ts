import { rmSync, truncateSync, utimesSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage } from './support/browser.js';

const LONG = '11111111-2222-4333-8444-000000000001';
const CUT = '11111111-2222-4333-8444-000000000002';
const GONE = '11111111-2222-4333-8444-000000000003';
const KEPT = '11111111-2222-4333-8444-000000000004';
const LOST = '11111111-2222-4333-8444-000000000005';
const UNEVEN = '11111111-2222-4333-8444-000000000006';
const SHORT = '11111111-2222-4333-8444-000000000007';
const RESTING = '11111111-2222-4333-8444-000000000008';
const SAMPLE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;
let long: SessionScript;
let shorts: { [id: string]: SessionScript };
let files: { [id: string]: string };

describe.skipIf(!browserPath)('a session that changes while it is on screen', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      long = new SessionScript(LONG);
      for (let turn = 1; turn <= 40; turn++) long.user(`Question ${turn}`).reply(`msg_${turn}`, paragraph(turn));
      const cut = new SessionScript(CUT);
      for (let turn = 1; turn <= 5; turn++) cut.user(`Ask ${turn}`).reply(`msg_${turn}`, `Answer ${turn}.`);
      const gone = new SessionScript(GONE).user('Say it').reply('msg_a', 'It is said.');
      const kept = new SessionScript(KEPT).user('Keep it').reply('msg_a', 'It is kept.');
      const lost = new SessionScript(LOST).user('Where is it').reply('msg_a', 'It is lost.');
      const uneven = new SessionScript(UNEVEN);
      for (let turn = 1; turn <= 12; turn++) {
        const isHuge = turn === 9;
        uneven.user(isHuge ? paste() : `Point ${turn}`).reply(`msg_${turn}`, isHuge ? report() : `Done ${turn}.`);
      }
      shorts = Object.fromEntries(
        [SHORT, RESTING].map((id) => [id, new SessionScript(id).user('Begin').reply('msg_a', 'Begun.')]),
      );
      files = {
        [UNEVEN]: uneven.write(config),
        ...Object.fromEntries(Object.entries(shorts).map(([id, script]) => [id, script.write(config)])),
        [KEPT]: kept.write(config),
        [LOST]: lost.write(config),
        [LONG]: long.write(config),
        [CUT]: cut.write(config),
        [GONE]: gone.write(config),
      };
    });
  });
  afterAll(() => stage?.stop());

  it('scrolls to its end with G, and then follows it', async () => {
    const { page, faults } = await stage.open(`/s/${LONG}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('G');
    await page.getByText('End of the session').waitFor();
    await expect.poll(() => gapBelow(page)).toBeLessThan(2);
    touchNow(LONG);
    await page.getByText('Live: new lines appear here').waitFor();
    for (let more = 0; more < 3; more++) {
      const before = long.lines.length;
      long.user(`One more ${more}`).reply(`msg_more_${more}`, paragraph(3));
      long.append(files[LONG] ?? '', before);
      await page.locator('.turn-list', { hasText: `One more ${more}` }).waitFor();
      await expect.poll(() => gapBelow(page)).toBeLessThan(2);
    }
    // A reader who scrolls up stays there.
    await page.locator('.turns').hover();
    await page.mouse.wheel(0, -900);
    await expect.poll(() => gapBelow(page)).toBeGreaterThan(500);
    const before = long.lines.length;
    long.user('Not followed').reply('msg_last', paragraph(2));
    long.append(files[LONG] ?? '', before);
    await page.locator('.turn-list', { hasText: 'Not followed' }).waitFor();
    expect(await gapBelow(page)).toBeGreaterThan(500);
    // A button says that there is more, and jumps there.
    await page.getByRole('button', { name: '1 new turn' }).click();
    await expect.poll(() => gapBelow(page)).toBeLessThan(2);
    await page.getByRole('button', { name: '1 new turn' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it.each([12, 10])('opens at turn %i, whatever the height of the turns above', async (turn) => {
    const { page, faults } = await stage.open(`/s/${UNEVEN}#t${turn}`);
    const reply = page.locator('.reply', { hasText: `Done ${turn}.` });
    await reply.waitFor();
    await page.getByText('✓ resumes').waitFor();
    // Waits until everything around it has been read, drawn and noted in the address.
    await page.waitForTimeout(1500);
    expect(new URL(page.url()).hash).toBe(`#t${turn}`);
    await expect.poll(() => isInSight(page, `Done ${turn}.`)).toBe(true);
    // A reader who scrolls is not pulled back.
    await page.locator('.turns').hover();
    await page.mouse.wheel(0, -3000);
    await expect.poll(() => new URL(page.url()).hash).toBe('#t9');
    await page.waitForTimeout(500);
    expect(await isInSight(page, `Done ${turn}.`)).toBe(false);
    expect(faults).toEqual([]);
  });

  it.each([
    ['is live', SHORT],
    ['is taken up again', RESTING],
  ])('follows a session that %s and fitted on the screen when it was opened', async (_, id) => {
    if (id === SHORT) touchNow(id);
    const { page, faults } = await stage.open(`/s/${id}`);
    await page.getByText('✓ resumes').waitFor();
    await page.getByText(id === SHORT ? 'Live: new lines appear here' : 'End of the session').waitFor();
    const short = shorts[id] ?? new SessionScript(id);
    await expect.poll(() => gapBelow(page)).toBe(0);
    for (let more = 0; more < 3; more++) {
      const before = short.lines.length;
      short.user(`Go on ${more}`).reply(`msg_on_${more}`, paragraph(more));
      short.append(files[id] ?? '', before);
      await page.locator('.turn-list', { hasText: `Go on ${more}` }).waitFor();
      await expect.poll(() => isInSight(page, `Part 5 of ${more}.`)).toBe(true);
      await expect.poll(() => gapBelow(page)).toBeLessThan(2);
    }
    expect(faults).toEqual([]);
  });

  it('copies all selected turns, even those that were never on screen', async () => {
    const { page } = await stage.open(`/s/${LONG}`);
    await page.getByText('✓ resumes').waitFor();
    await page.getByRole('button', { name: 'Select turn 1', exact: true }).click();
    await page.evaluate("location.hash = '#t40'");
    await page.getByRole('button', { name: 'Select turn 40', exact: true }).click({ modifiers: ['Shift'] });
    await page.keyboard.press('y');
    await page.getByText('40 turns copied').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied.match(/Question \d+/g)).toHaveLength(40);
    expect(copied).not.toContain('not read yet');
  });

  it('shows in the rail that a session is live, whatever its last line is', async () => {
    touchNow(LONG);
    const { page } = await stage.open(`/s/${LONG}`);
    await page.locator('.rail [aria-current=page]', { hasText: 'live' }).waitFor();
  });

  it('shows in the rail when it is no longer live', async () => {
    touchNow(LONG);
    const { page } = await stage.open(`/s/${LONG}`);
    await page.locator('.session-title .mark-live').waitFor();
    // It is live for some more seconds, and after that the file does not change.
    const past = new Date(Date.now() - 52_000);
    utimesSync(files[LONG] ?? '', past, past);
    await page.locator('.session-title .mark-live').waitFor({ state: 'detached', timeout: 60_000 });
  });

  it('shows what is left of a truncated file', async () => {
    const { page, faults } = await stage.open(`/s/${CUT}`);
    await page.getByText('Answer 5.').waitFor();
    await page.getByText('✓ resumes').waitFor();
    const whole = new SessionScript(CUT);
    for (let turn = 1; turn <= 2; turn++) whole.user(`Ask ${turn}`).reply(`msg_${turn}`, `Answer ${turn}.`);
    truncateSync(files[CUT] ?? '', Buffer.byteLength(whole.text));
    await page.getByText('Answer 5.').waitFor({ state: 'detached' });
    await page.getByText('Answer 2.').waitFor();
    await expect.poll(() => page.locator('.turn-list .choice').count()).toBe(2);
    await page.getByText('2 turns', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('does not claim that a deleted session resumes, and notices when it is restored', async () => {
    const { page, shot } = await stage.open(`/s/${GONE}`);
    await page.getByText('✓ resumes').waitFor();
    rmSync(files[GONE] ?? '');
    await page.getByText('The transcript of this session is gone.').waitFor();
    await page.getByText('✓ resumes').waitFor({ state: 'detached' });
    await page.locator('.reply', { hasText: 'It is said.' }).waitFor();
    await shot('deleted');
    new SessionScript(GONE).user('Say it').reply('msg_a', 'It is said.').write(stage.served.config);
    await page.getByText('✓ resumes').waitFor();
    await page.getByText('The transcript of this session is gone.').waitFor({ state: 'detached' });
  });

  it('is read from the archive, and does not claim to resume before it is restored', async () => {
    const { page } = await stage.open(`/s/${KEPT}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.locator('.session-title .marks', { hasText: 'archived' }).waitFor();
    rmSync(files[KEPT] ?? '');
    await page.reload();
    await page.locator('.reply', { hasText: 'It is kept.' }).waitFor();
    await page.getByRole('button', { name: '✗ does not resume' }).click();
    await page.getByText(/It is only in the archive/).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    const actions = page.getByRole('dialog', { name: 'Actions' });
    expect(await actions.getByText('claude --resume').count()).toBe(0);
    await actions.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('✓ resumes').waitFor();
  });

  it('shows what is known about a session whose file is gone', async () => {
    const { page, shot } = await stage.open(`/s/${LOST}`);
    await page.getByText('✓ resumes').waitFor();
    rmSync(files[LOST] ?? '');
    await page.locator('.session-title .marks', { hasText: 'deleted' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Where is it' }).waitFor();
    await page.getByText('The transcript of this session is gone.').waitFor();
    await page.locator('.session-facts', { hasText: '1 turn' }).waitFor();
    await shot('gone');
  });

  it('shows its title in the browser tab', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await expect.poll(() => page.title()).toBe('Fix the flaky upload test · Unspool');
    await page.goto(`${stage.served.origin}/s/${SAMPLE}/edit?op=strip`);
    await expect.poll(() => page.title()).toMatch(/^Strip.*Fix the flaky upload test · Unspool$/);
    await page.goto(`${stage.served.origin}/search?q=avatar`);
    await expect.poll(() => page.title()).toBe('avatar · Search · Unspool');
    await page.goto(`${stage.served.origin}/`);
    await expect.poll(() => page.title()).toBe('Sessions · Unspool');
  });

  it('goes to the next session after opening a link', async () => {
    const { page } = await stage.open(`/s/${SAMPLE}`);
    await page.locator('.words').first().waitFor();
    await page.keyboard.press(']');
    await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.includes(SAMPLE));
    await page.locator('.words').first().waitFor();
    await page.keyboard.press('[');
    await page.waitForURL((url) => url.pathname.includes(SAMPLE));
  });
});

/** One line in the file, many on screen, so that its height cannot be guessed. */
function paragraph(turn: number): string {
  return Array.from({ length: 6 }, (_, at) => `Part ${at} of ${turn}. ${'Some words that go on. '.repeat(40)}`).join(
    '\n\n',
  );
}

function paste(): string {
  return Array.from({ length: 3000 }, (_, at) => `line ${at} of what was pasted`).join('\n');
}

function report(): string {
  return Array.from({ length: 400 }, (_, at) => `Paragraph ${at}.`).join('\n\n');
}

function touchNow(id: string): void {
  const now = new Date();
  utimesSync(files[id] ?? '', now, now);
}

/** How far the list can still be scrolled. */
function gapBelow(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const turns = document.querySelector('.turns');
    return turns.scrollHeight - turns.clientHeight - turns.scrollTop;
  })()`);
}

/** Whether a paragraph with this beginning is visible without scrolling. */
function isInSight(page: Page, beginning: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const box = document.querySelector('.turns').getBoundingClientRect();
    const all = [...document.querySelectorAll('.turns .reply p')];
    const at = all.find((each) => each.textContent.startsWith('${beginning}'))?.getBoundingClientRect();
    return at !== undefined && at.bottom > box.top && at.top < box.bottom;
  })()`);
}
