import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const TABS = 8;
let stage: Stage;
let script: SessionScript;
let file: string;

describe.skipIf(!browserPath)('the connection to the server', () => {
  beforeEach(async () => {
    stage = await Stage.start((config) => {
      script = new SessionScript();
      script.user('Count to three').reply('msg_a', 'One.');
      file = script.write(config);
    });
  });
  afterEach(() => stage?.stop());

  it('serves more tabs than a browser has connections', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}`);
    await page.getByText('One.').waitFor();
    const tabs = [page];
    while (tabs.length < TABS) {
      await turnAway(tabs.at(-1) ?? page);
      tabs.push(await anotherTab(page.context(), `/s/${SESSION}`));
    }
    await tabs.at(-1)?.getByText('One.').waitFor();
    grow();
    await tabs.at(-1)?.getByText('Two, said a moment later.').waitFor();
    // The first window missed it, and is updated as soon as it is visible.
    expect(await page.getByText('Two, said a moment later.').count()).toBe(0);
    await lookAt(page);
    await page.getByText('Two, said a moment later.').waitFor();
    expect(faults).toEqual([]);
  });

  it('is shared by all visible windows, and moves to another when its own is closed', async () => {
    const { page, faults } = await stage.open(`/s/${SESSION}`);
    await page.getByText('One.').waitFor();
    const windows = [page];
    const streams: string[] = [];
    while (windows.length < TABS) {
      const next = await anotherTab(page.context(), `/s/${SESSION}`);
      next.on('request', (request) => request.url().includes('/api/events') && streams.push(request.url()));
      windows.push(next);
      await next.getByText('One.').waitFor();
    }
    grow();
    for (const each of windows) await each.getByText('Two, said a moment later.').waitFor();
    expect(streams).toEqual([]);
    const took = windows[1]?.waitForRequest((request) => request.url().includes(`/api/events?session=${SESSION}`));
    await page.close();
    // The window that waited longest has it now.
    await took;
    const before = script.lines.length;
    script.reply('msg_c', 'Three.');
    script.append(file, before);
    for (const each of windows.slice(1)) await each.getByText('Three.').waitFor();
    expect(streams).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('is not used by a tab opened in the background, which is updated when it becomes visible', async () => {
    const { page } = await stage.open(`/s/${SESSION}`);
    const tab = await page.context().newPage();
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(request.url()));
    await tab.addInitScript(AWAY);
    await tab.goto(`${stage.served.origin}/s/${SESSION}`);
    await tab.getByText('One.').waitFor();
    grow();
    await page.getByText('Two, said a moment later.').waitFor();
    expect(asked.filter((url) => url.includes('/api/events'))).toEqual([]);
    await lookAt(tab);
    await tab.getByText('Two, said a moment later.').waitFor();
  });

  it('is reported when lost, and resumes when the server is back', async () => {
    const { page, shot } = await stage.open(`/s/${SESSION}`);
    await page.getByText('One.').waitFor();
    await stage.served.server.close();
    await page.getByText('Unspool has stopped.').waitFor();
    await page.getByText('One.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await shot('server-gone');
    grow();
    await stage.served.startAgain();
    await page.getByText('Unspool was restarted.').waitFor();
    await anotherTab(page.context(), '/', stage.served.server.newLink());
    await page.locator('.connection-bar').waitFor({ state: 'detached' });
    await page.getByText('Two, said a moment later.').waitFor();
    // The page has the new server's key, so changes work again.
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('Pinned', { exact: true }).waitFor();
  });

  it('is reported on a page without content, which loads by itself later', async () => {
    const { page } = await stage.open(`/s/${SESSION}`);
    await page.getByText('One.').waitFor();
    await stage.served.server.close();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByText('Unspool has stopped.').waitFor();
    await stage.served.startAgain();
    await anotherTab(page.context(), '/', stage.served.server.newLink());
    await page.getByRole('heading', { name: 'Most expensive sessions' }).waitFor();
  });
});

function grow(): void {
  const before = script.lines.length;
  script.reply('msg_b', 'Two, said a moment later.');
  script.append(file, before);
}

async function anotherTab(context: BrowserContext, path: string, link?: string): Promise<Page> {
  const tab = await context.newPage();
  if (link) await tab.goto(link);
  await tab.goto(`${stage.served.origin}${path}`);
  return tab;
}

/** A headless browser treats all its tabs as visible, so visibility is simulated with the events of a real one. */
const AWAY = `Object.defineProperty(document, 'hidden', { value: true, configurable: true });`;

async function turnAway(page: Page): Promise<void> {
  await page.evaluate(`${AWAY} document.dispatchEvent(new Event('visibilitychange'));`);
}

async function lookAt(page: Page): Promise<void> {
  await page.evaluate(`
    delete document.hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
