import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const ALONE = '11111111-2222-4333-8444-000000000001';
let stage: Stage;

describe.skipIf(!browserPath)('the tape', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      const many = new SessionScript();
      for (let turn = 1; turn <= 40; turn++) many.user(`Question ${turn}`).reply(`m${turn}`, answer(turn));
      many.write(config);
      const alone = new SessionScript(ALONE).user('Do all of it in one go.');
      for (let step = 1; step <= 60; step++) {
        alone.call('Bash', { command: `step ${step}` }, `done ${step}`).reply(`r${step}`, answer(step));
      }
      alone.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('fits its box after the box became narrower', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}?turns=1-40`);
    await page.getByText('✓ resumes').waitFor();
    const beyond = () =>
      page.evaluate(`(() => {
        const end = (element) => element.getBoundingClientRect().right;
        const marks = [...document.querySelectorAll('.tape-full .tape-selected, .tape-small .tape-selected')];
        return marks.length === 40 ? Math.max(...marks.map(end)) - end(marks[0].closest('.tape')) : null;
      })()`);
    await expect.poll(beyond).toBeLessThan(2);
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(beyond).toBeLessThan(2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('zooms with the wheel and keys, zooms to a turn with a double click, and back to the whole', async () => {
    const { page, faults } = await opened(SESSION);
    const whole = await windowOf(page);
    const tape = await boxOf(page);
    await page.mouse.move(tape.x + 4, tape.y + 20);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await windowOf(page)).width).toBeGreaterThan(whole.width * 1.8);
    await page.keyboard.press('0');
    await expect.poll(async () => (await windowOf(page)).width).toBe(whole.width);
    await page.keyboard.press('+');
    await expect.poll(async () => (await windowOf(page)).width).toBeGreaterThan(whole.width * 1.3);
    await page.keyboard.press('-');
    await expect.poll(async () => (await windowOf(page)).width).toBe(whole.width);
    await page.mouse.dblclick(tape.x + tape.width / 2, tape.y + 20);
    await expect.poll(async () => (await windowOf(page)).width).toBeGreaterThan(tape.width * 0.6);
    expect(faults).toEqual([]);
  });

  it('zooms with two fingers, and lifting them does not jump', async () => {
    const { page } = await stage.open(`/s/${SESSION}`, { hasTouch: true });
    await page.getByText('✓ resumes').waitFor();
    const whole = await windowOf(page);
    const tape = await boxOf(page);
    const middle = tape.x + tape.width / 2;
    const browser = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: number[]) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places.map((place, id) => ({ id, x: middle + place, y: tape.y + 20 })),
      });
    await touch('touchStart', [-20]);
    await touch('touchStart', [-20, 20]);
    for (const apart of [40, 60, 80, 100]) await touch('touchMove', [-apart, apart]);
    await touch('touchEnd', [-100]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await windowOf(page)).width).toBeGreaterThan(whole.width * 1.8);
    await page.keyboard.press('0');
    await expect.poll(async () => (await windowOf(page)).width).toBe(whole.width);
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).toMatch(/#t2$/);
    await page.context().close();
  });

  it('keeps the part on screen in sight while it is zoomed', async () => {
    const { page } = await opened(SESSION);
    const tape = await boxOf(page);
    await page.mouse.move(tape.x + 4, tape.y + 20);
    await page.mouse.wheel(0, -900);
    await page.keyboard.press('G');
    await page.getByText('Answer 40.').waitFor();
    await expect
      .poll(async () => {
        const { x } = await windowOf(page);
        return x >= tape.x - 1 && x < tape.x + tape.width;
      })
      .toBe(true);
  });

  it('scrubs on the track below, and the page follows', async () => {
    const { page } = await opened(SESSION);
    const tape = await boxOf(page);
    const y = tape.y + tape.height - 3;
    await page.mouse.move(tape.x + 10, y);
    await page.mouse.down();
    for (const share of [0.2, 0.4, 0.6, 0.8]) await page.mouse.move(tape.x + tape.width * share, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await turnOf(page)) - 32)).toBeLessThan(4);
    expect(await page.getByRole('toolbar', { name: 'Selected turns' }).count()).toBe(0);
  });

  it('jumps to a place inside a turn without opening anything, and marks what is on screen', async () => {
    const { page } = await opened(ALONE);
    const tape = await boxOf(page);
    expect((await windowOf(page)).width).toBeLessThan(tape.width / 2);
    await page.mouse.click(tape.x + tape.width * 0.75, tape.y + 20);
    await page
      .getByText(/Answer 4[2-8]\./)
      .first()
      .waitFor();
    const { x, width } = await windowOf(page);
    expect(Math.abs(x + width / 2 - (tape.x + tape.width * 0.75))).toBeLessThan(tape.width / 5);
    expect(await page.locator('.tool-body').count()).toBe(0);
  });

  it('has a context chart for a session of one turn', async () => {
    const { page } = await opened(ALONE);
    await page.getByRole('img', { name: /over 120 requests/ }).waitFor();
  });
});

function answer(at: number): string {
  return `Answer ${at}. ${'It goes on for a while. '.repeat(20)}`;
}

async function opened(id: string) {
  const open = await stage.open(`/s/${id}`);
  await open.page.locator('.session-title .mark', { hasText: 'resumes' }).waitFor();
  await open.page.locator('.tape-window').waitFor();
  return open;
}

async function boxOf(page: Page) {
  const box = await page.locator('.tape').first().boundingBox();
  if (!box) throw new Error('there is no tape');
  return box;
}

async function windowOf(page: Page) {
  const box = await page.locator('.tape-window').first().boundingBox();
  if (!box) throw new Error('nothing is marked on the tape');
  return box;
}

async function turnOf(page: Page): Promise<number> {
  return Number(/#t(\d+)$/.exec(page.url())?.[1] ?? 0);
}
