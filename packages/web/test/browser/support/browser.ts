import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../../../scripts/browser.mjs';
import { Served } from '../../support/served.js';
import { builtApp } from './built-app.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const screenshots = join(import.meta.dirname, '../../../../../screenshots');

export const browserPath: string | undefined = findBrowser();

/** A page in a real browser on a real server, with all its errors. */
export interface OpenPage {
  page: Page;
  /** Page errors, refused resources, and requests to other hosts. */
  faults: string[];
  /** Every request it made. */
  requests: string[];
  shot: (name: string) => Promise<void>;
}

/** The server and the browser of one test file. */
export class Stage {
  private constructor(
    readonly served: Served,
    readonly browser: Browser,
  ) {}

  static async start(fill?: (config: string) => void): Promise<Stage> {
    const served = await Served.start(fill, await builtApp());
    const browser = await chromium.launch({ executablePath: browserPath ?? '', args: FLAGS });
    return new Stage(served, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.served.stop();
  }

  /** Opens a page like a person: first a fresh link, then the address. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    page.setDefaultTimeout(25_000);
    const faults: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      requests.push(request.url());
      if (!request.url().startsWith(`${this.served.origin}/`)) faults.push(`request: ${request.url()}`);
    });
    await page.goto(this.served.server.newLink());
    await page.goto(`${this.served.origin}${path}`);
    return { page, faults, requests, shot: (name) => shoot(page, name) };
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** Only some versions log policy violations, so the page counts them, too. */
const WATCH = `
  window.__violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.__violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });
`;

export async function violations(page: Page): Promise<string[]> {
  return (await page.evaluate('window.__violations')) as string[];
}
