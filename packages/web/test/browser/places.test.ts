import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionScript } from '../support/script.js';
import { copySamples } from '../support/served.js';
import { browserPath, Stage } from './support/browser.js';

const SAMPLE = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';
const FOUND = '22222222-2222-4333-8444-000000000001';
const ONE = '22222222-2222-4333-8444-000000000002';
const MANY = 240;
let stage: Stage;

describe.skipIf(!browserPath)('the position that was left', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      copySamples(config);
      for (let at = 0; at < MANY; at++) {
        const id = `33333333-2222-4333-8444-${String(at).padStart(12, '0')}`;
        const timestamp = new Date(Date.UTC(2026, 1, 1, 0, at)).toISOString();
        const script = new SessionScript(id, '/home/dev/many').user(`Question ${at} about parcels`, { timestamp });
        script.reply(`m${at}`, `Answer ${at}.`, { timestamp }).write(config, '-home-dev-many');
      }
      const long = Array.from({ length: 300 }, (_, at) => (at === 250 ? 'here is the zebrafish' : `line ${at}`));
      new SessionScript(FOUND)
        .user('Look into the log')
        .call('Bash', { command: 'cat log' }, long.join('\n'))
        .call('Bash', { command: 'cat other' }, 'nothing to see')
        .reply('thought', [{ type: 'thinking', thinking: 'a quiet okapi', signature: 'c2ln' }])
        .reply('end', 'It is there.')
        .user(`${'A long question.\n\n'.repeat(60)}Where is the narwhal?`)
        .reply('last', 'In the sea.')
        .write(config);
      new SessionScript(ONE).user('One question').reply('a', 'One answer.').write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('in the list is restored after a session, with Back, by a link and after a reload', async () => {
    const { page, faults } = await stage.open('/');
    await page.locator('a.row').first().waitFor();
    await page.locator('.list').hover();
    await page.mouse.wheel(0, 6007);
    await page.waitForTimeout(400);
    const before = await scrolled(page, '.list');
    expect(before).toBeGreaterThan(5000);
    const first = (await titlesOnScreen(page))[0] ?? '';
    await page.locator('a.row', { hasText: first }).click();
    await page.locator('.words').first().waitFor();
    await page.goBack();
    await expect.poll(() => scrolled(page, '.list')).toBe(before);
    await page.reload();
    await expect.poll(() => scrolled(page, '.list')).toBe(before);
    await expect.poll(async () => (await titlesOnScreen(page))[0]).toBe(first);
    await page.getByRole('link', { name: /^Usage/ }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.getByRole('link', { name: /^Sessions/ }).click();
    await expect.poll(() => scrolled(page, '.list')).toBe(before);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('in a search is restored, with the hits that were opened', async () => {
    const { page, faults } = await stage.open('/search?q=parcels');
    await page.locator('[data-hit]').first().waitFor();
    await page.locator('.search').hover();
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(300);
    const before = await scrolled(page, '.search');
    expect(before).toBeGreaterThan(2000);
    const hit = page.locator('[data-hit]').nth(50);
    await hit.evaluate((link: unknown) => (link as { click: () => void }).click());
    await page.locator('.words').first().waitFor();
    await page.goBack();
    await expect.poll(() => scrolled(page, '.search')).toBe(before);
    await page.reload();
    await expect.poll(() => scrolled(page, '.search')).toBe(before);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is reported if it does not exist, and the session is shown from its start', async () => {
    const { page, faults } = await stage.open(`/s/${SAMPLE}#t999`);
    await page.getByText('There is no turn 999. This session has turns 1 to 6.').waitFor();
    await page.getByText('Add gift cards to the checkout').first().waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('There is no turn 999').waitFor({ state: 'detached' });
    await page.goto(`${stage.served.origin}/s/${ONE}#t2`);
    await page.getByText('There is no turn 2. This session has one turn.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['deep in the output of a folded call', 'zebrafish'],
    ['in folded thinking', 'okapi'],
    ['at the end of a long folded prompt', 'narwhal'],
  ])('of a match %s is shown by Ctrl-F', async (_, word) => {
    const { page, faults } = await stage.open(`/s/${FOUND}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('Control+f');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Find in this session');
    await page.keyboard.type(word);
    await page.locator('.find-inside').getByText('1 place').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(isInSight(word))).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('among the matches of a find is kept with a reload and Back', async () => {
    const { page, faults } = await stage.open(`/s/${FOUND}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('cat');
    const status = page.locator('.find-inside').getByRole('status');
    await expect.poll(() => status.textContent()).toBe('2 places');
    for (const where of ['1 of 2 places', '2 of 2 places']) {
      await page.keyboard.press('Enter');
      await expect.poll(() => status.textContent()).toBe(where);
    }
    await page.reload();
    await expect.poll(() => status.textContent()).toBe('2 of 2 places');
    await page.getByRole('link', { name: /^Usage/ }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.goBack();
    await expect.poll(() => status.textContent()).toBe('2 of 2 places');
    await page.locator('.find-inside input').fill('nothing');
    await expect.poll(() => status.textContent()).toBe('1 place');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of nothing is a page whose examples all find something', async () => {
    const { page, faults } = await stage.open('/search');
    await page.locator('.hints a').first().waitFor();
    for (let at = 0; at < 5; at++) {
      await page.locator('.hints a').nth(at).click();
      await page.locator('[data-hit]').first().waitFor();
      await page.goBack();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('on the usage page is in the address: period, table and cause', async () => {
    const { page, faults } = await stage.open('/usage?period=all');
    await page.getByRole('heading', { name: 'Causes' }).waitFor();
    await page.locator('.causes li', { hasText: 'Bash' }).waitFor();
    await page.getByRole('button', { name: 'sub-agents' }).click();
    await page.locator('.causes li', { hasText: 'code-reviewer' }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('region', { name: 'Usage by day' }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Usage by day' }).waitFor();
    await page.locator('.causes li', { hasText: 'code-reviewer' }).waitFor();
    await page.getByRole('link', { name: 'Last 7 days' }).click();
    await page.getByText('No usage in').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!browserPath)('the command palette', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  it('goes to a session, a turn, a project and an action', async () => {
    const { page, faults, shot } = await stage.open('/usage');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    const option = (name: RegExp) => page.getByRole('option', { name });
    await page.keyboard.press('Control+k');
    await page.locator('.palette-input').waitFor();
    await page.keyboard.type('gift');
    await option(/Gift cards in the checkout/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/s/${SAMPLE}`);
    await page.getByText('✓ resumes').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette-input').waitFor();
    await page.keyboard.type('refund');
    await option(/Now fix the refunds/).waitFor();
    await shot('palette');
    await option(/Now fix the refunds/).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#t4');
    await page.keyboard.press('Control+k');
    await page.locator('.palette-input').waitFor();
    await page.keyboard.type('cut this turn');
    await option(/Cut this turn/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Cut turn 4').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette-input').waitFor();
    await page.keyboard.type('notes');
    await option(/E:/i).first().waitFor();
    await page.getByRole('group', { name: 'Projects' }).getByRole('option').first().click();
    await page.waitForURL((url) => url.searchParams.has('project'));
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('works while typing, with arrows and with the pointer, on a phone too', async () => {
    const { page, faults } = await stage.open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.locator('a.row').first().waitFor();
    await page.getByRole('button', { name: 'Projects and filters' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Commands' }).click();
    await page.locator('.palette-input').waitFor();
    await page.getByRole('group', { name: 'Sessions' }).waitFor();
    const selected = () => page.locator('.palette-choice[aria-selected=true]').textContent();
    const first = await selected();
    await page.keyboard.press('ArrowDown');
    await expect.poll(selected).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(selected).toBe(first);
    await page.keyboard.type('no such thing at all');
    await page.getByRole('option', { name: 'Search all sessions for “no such thing at all”' }).click();
    await page.waitForURL((url) => url.pathname === '/search');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

function scrolled(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`Math.round(document.querySelector('${selector}').scrollTop)`);
}

/** The titles of rows that are fully visible. */
async function titlesOnScreen(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('a.row')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }).map((row) => row.querySelector('.row-title .one-line').textContent)`)) as string[];
}

/** Whether a word is on screen: the element at its position is the one that contains it. */
function isInSight(word: string): string {
  return `(() => {
    const walker = document.createTreeWalker(document.querySelector('.turns'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue.indexOf('${word}');
      if (at < 0) continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + ${word.length});
      const { left, top, width, height } = range.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit && (hit.contains(node) || node.parentElement.contains(hit))) return true;
    }
    return false;
  })()`;
}
