import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage, violations } from './support/browser.js';
import { addHostileTurn } from './support/hostile-session.js';
import { PAYLOADS } from './support/payloads.js';

const PARTS = 4;
let stage: Stage;

describe.skipIf(!browserPath)('hostile transcripts', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      for (let part = 0; part < PARTS; part++) {
        const script = new SessionScript(sessionOf(part), `/home/dev/${PAYLOADS[part]}`);
        const payloads = PAYLOADS.filter((_, at) => at % PARTS === part);
        for (const text of payloads) addHostileTurn(script, text);
        script.line({ type: 'custom-title', customTitle: payloads.join(' '), sessionId: sessionOf(part) });
        script.line({ type: 'tag', tag: payloads[0], sessionId: sessionOf(part) });
        script.write(config, `-home-dev-app-${part}`);
      }
    });
  });
  afterAll(() => stage?.stop());

  it('have at least 60 payloads', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  });

  it.each([0, 1, 2, 3])('run nothing and send no requests, with everything opened (part %i)', async (part) => {
    const { page, faults, requests } = await stage.open(`/s/${sessionOf(part)}`);
    await page.evaluate('window.pwn = () => { window.__pwned = true }');
    await page.locator('.words').first().waitFor();
    await page.keyboard.press('t');
    // On a busy machine the list may end, for now, before its rows are drawn.
    await expect.poll(() => page.evaluate(OPEN_ALL), { timeout: 120_000 }).toBeGreaterThan(100);
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.__pwned')).toBeUndefined();
    expect(
      await page.evaluate(
        'document.querySelectorAll("iframe, object, embed, base, meta[http-equiv], form[action], .turns script, .turns style, .turns svg:not(.icon)").length',
      ),
    ).toBe(0);
    expect(await page.evaluate(BAD_LINKS)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(faults.filter((fault) => !fault.startsWith('console: Failed to load resource'))).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${stage.served.origin}/`))).toEqual([]);
  });

  it('run nothing in the list, the search, the usage, the plan, the palette and the views of sessions and projects', async () => {
    const pages: [path: string, opened?: string][] = [
      ['/'],
      ['/search?q=pwn'],
      ['/search?q=%3Cscript%3E'],
      ['/usage?period=all'],
      ['/edits'],
      [`/s/${SESSION}/edit?op=strip`],
      [`/s/${SESSION}?view=story`, '.work'],
      [`/s/${SESSION}?view=files`, '.diff-body'],
      [`/s/${SESSION}?view=timeline`, '.timeline-turn'],
      [`/files?project=${encodeURIComponent(`/home/dev/${PAYLOADS[0]}`)}`, '.diff-body'],
    ];
    for (const [path, opened] of pages) {
      const { page, faults } = await stage.open(path);
      await page.evaluate('window.pwn = () => { window.__pwned = true }');
      if (opened) await page.locator(opened).first().click();
      await page.waitForTimeout(500);
      await page.keyboard.press('Control+k');
      await page.locator('.palette-input').fill('on');
      await page.waitForTimeout(200);
      expect(await page.evaluate('window.__pwned'), path).toBeUndefined();
      expect(await violations(page), path).toEqual([]);
      expect(
        faults.filter((fault) => !fault.startsWith('console: Failed')),
        path,
      ).toEqual([]);
      await page.context().close();
    }
  });
});

function sessionOf(part: number): string {
  return part === 0 ? SESSION : `11111111-2222-4333-8444-55555555555${part}`;
}

/** Scrolls through the whole session and opens every fold and call. Returns how many were opened so far. */
const OPEN_ALL = `(async () => {
  const list = document.querySelector('.turns');
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const seen = (window.__opened ??= new Set());
  for (let still = 0; still < 4; ) {
    for (const button of list.querySelectorAll('.tool-line[aria-expanded=false], .fold-button[aria-expanded=false], .json-toggle[aria-expanded=false]')) {
      const key = button.closest('[data-row]').dataset.row + button.textContent;
      if (seen.has(key)) continue;
      seen.add(key);
      button.click();
    }
    for (const fold of list.querySelectorAll('details:not([open])')) fold.open = true;
    await wait(60);
    const before = list.scrollTop;
    list.scrollTop += 500;
    await wait(30);
    still = list.scrollTop === before ? still + 1 : 0;
  }
  return seen.size;
})()`;

const BAD_LINKS = `[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')).filter((href) => !/^(\\/|#|https?:\\/\\/|mailto:)/.test(href) || href.startsWith('//'))`;
