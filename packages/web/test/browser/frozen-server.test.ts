import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configFolderAt } from '@unspool/session/locate';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { serverScript, threadScript } from '../support/thread-script.js';
import { browserPath } from './support/browser.js';
import { builtApp } from './support/built-app.js';

let home: string;
let server: ChildProcess;
let link: string;
let browser: Browser;
let file: string;
const session = new SessionScript();

// Windows cannot suspend another process.
describe.skipIf(!browserPath || process.platform === 'win32')('a suspended server', () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'unspool-frozen-'));
    const config = join(home, '.claude');
    mkdirSync(join(config, 'projects'), { recursive: true });
    file = session.user('Count to three').reply('msg_a', 'One.').write(config);
    const options = {
      version: '0.0.0-test',
      configs: [configFolderAt(config)],
      folders: [config],
      isSample: false,
      dataFolder: join(home, 'data'),
      database: join(home, 'data', 'unspool.db'),
      appFolder: await builtApp(),
      threadScript: await threadScript(),
    };
    server = spawn(process.execPath, [fileURLToPath(await serverScript()), JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!server.stdout) throw new Error('no output');
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    ({ link } = JSON.parse(line.toString()) as { link: string });
    browser = await chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    const ended = server && once(server, 'exit');
    server?.kill('SIGCONT');
    server?.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true });
  });

  it('is reported on every page, and pages continue when the server does', async () => {
    const context = await browser.newContext();
    const pages = [await context.newPage(), await context.newPage()];
    const { origin } = new URL(link);
    await pages[0]?.goto(link);
    for (const page of pages) {
      await page.goto(`${origin}/s/${SESSION}`);
      await page.getByText('One.').waitFor();
    }
    server.kill('SIGSTOP');
    for (const page of pages) await page.getByText('Unspool is not responding').waitFor({ timeout: 60_000 });
    expect(await pages[0]?.getByText('One.').count()).toBe(1);
    const before = session.lines.length;
    session.reply('msg_b', 'Two, said meanwhile.');
    session.append(file, before);
    server.kill('SIGCONT');
    for (const page of pages) {
      await page.locator('.connection-bar').waitFor({ state: 'detached', timeout: 60_000 });
      await page.getByText('Two, said meanwhile.').waitFor();
    }
  });
});
