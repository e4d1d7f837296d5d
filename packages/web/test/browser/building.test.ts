import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configFolderAt } from '@unspool/session/locate';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { startServer } from '../../src/server/start-server.js';
import { haltingScript } from '../support/thread-script.js';
import { browserPath } from './support/browser.js';
import { builtApp } from './support/built-app.js';

const COPIES = 500;
const samples = join(import.meta.dirname, '../../../cli/samples/projects/-home-dev-storefront');

it.skipIf(!browserPath)(
  'says that the index is being built and how far it is, then shows everything',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'unspool-building-'));
    const projects = join(home, '.claude/projects/-home-dev-many');
    mkdirSync(projects, { recursive: true });
    const from = join(samples, readdirSync(samples).find((name) => name.endsWith('.jsonl')) ?? '');
    for (let at = 0; at < COPIES; at++) {
      copyFileSync(from, join(projects, `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`));
    }
    const folder = configFolderAt(join(home, '.claude'));
    // However long the page takes to load, it must not be too late.
    const seen = join(home, 'seen');
    const script = await haltingScript(seen);
    const appFolder = await builtApp();
    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    const server = await startServer({
      version: '0.0.0-test',
      configs: folder ? [folder] : [],
      folders: [],
      isSample: false,
      dataFolder: join(home, 'data'),
      database: join(home, 'data', 'unspool.db'),
      ownPrices: undefined,
      appFolder,
      threadScript: script,
    });
    try {
      await page.goto(server.newLink(), { waitUntil: 'commit' });
      await page.getByText(/Reading sessions: [\d,]+ of 500 files/).waitFor({ timeout: 60_000 });
      expect(await page.getByRole('progressbar', { name: 'Index' }).count()).toBe(1);
      expect(await page.getByText('There are no sessions yet.').count()).toBe(0);
      // Sessions that were not read yet have the time of their file, so none is shown as old, free or expiring.
      await page.locator('.row').first().waitFor();
      expect(await page.getByText(/deleted any time now|Deleted soon|1970|\$0\.00/).allTextContents()).toEqual([]);
      writeFileSync(seen, '');
      await page.getByText(/Reading sessions/).waitFor({ state: 'detached', timeout: 120_000 });
      await page.getByText('500 sessions').waitFor();
    } finally {
      await browser.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
      rmSync(dirname(fileURLToPath(script)), { recursive: true, force: true });
    }
  },
  240_000,
);
