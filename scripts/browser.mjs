// A Chromium for the browser tests: an installed one, else Debian's package, else instructions.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './ready.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .flatMap((name) => process.env[name] ?? [])
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureBrowser() ?? '');

/** The path of a browser; undefined if there is none and none can be installed. */
export function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named && existsSync(named)) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...PLACES, ...ofPlaywright()].find((path) => existsSync(path));
}

/** Finds a browser, or installs one if run as root on Debian. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests (once)…');
    const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (apt('install', '-y', '--no-install-recommends', 'chromium').status !== 0) {
      apt('update');
      apt('install', '-y', '--no-install-recommends', 'chromium');
    }
  }
  const installed = findBrowser();
  if (!installed) {
    say('No Chromium, Chrome or Edge was found: the browser tests are skipped.');
    say('Install one, or set its path: CHROME_PATH=/path/to/chrome npm test');
  }
  return installed;
}

/** The cache of `npx playwright install chromium`. */
function ofPlaywright() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library/Caches/ms-playwright'),
      win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform] ??
    join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-win/chrome.exe',
    'chrome-linux/headless_shell',
  ];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .sort()
    .reverse()
    .flatMap((name) => inside.map((path) => join(cache, name, path)));
}
