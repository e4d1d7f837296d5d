#!/usr/bin/env node
// The built command's app in a real browser: a session of 200 MB and a list of 2,600 sessions, each compared with an
// empty page from the same server; long tasks of the page's main thread while scrolling and searching; server memory.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { generate } from './generate.mjs';
import { median, sessionFilesIn, UNSPOOL } from './measure.mjs';

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '200' },
    sessions: { type: 'string', default: '2600' },
    runs: { type: 'string', default: '7' },
    // A folder to keep the generated sessions in, so that the next run starts at once.
    keep: { type: 'string' },
    // The part to run: first, scroll or list.
    only: { type: 'string' },
    // A folder in which the server writes a profile of each of its threads.
    profile: { type: 'string' },
  },
});
const children = new Set();
const RUNS = Number(values.runs);
/** The app without any row or turn. */
const EMPTY = '/search';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const SEEN = `
  window.__seen = {};
  const wanted = ['.turns .words', 'a.row', '.notice'];
  const look = () => {
    for (const name of wanted) if (window.__seen[name] === undefined && document.querySelector(name)) window.__seen[name] = performance.now();
    if (Object.keys(window.__seen).length < 1) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;
/** Scrolls by one wheel step per frame, then by large jumps to the end. */
const SCROLL = `(async () => {
  const list = document.querySelector('.turns');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let at = 0; at < 240; at++) { list.scrollTop += 120; await frame(); }
  const leap = Math.max(600, list.scrollHeight / 150);
  for (let at = 0; at < 160; at++) { list.scrollTop += leap; await frame(); if (at % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 60)); }
  list.scrollTop = list.scrollHeight;
  await new Promise((resolve) => setTimeout(resolve, 800));
})()`;
const JUMP = `(async () => {
  const tape = document.querySelector('.tape');
  const box = tape.getBoundingClientRect();
  for (let at = 1; at < 20; at++) {
    const point = { clientX: box.left + (box.width * ((at * 7) % 20)) / 20, clientY: box.top + 10, button: 0, bubbles: true, pointerId: 1 };
    try { tape.dispatchEvent(new PointerEvent('pointerdown', point)); } catch {}
    tape.dispatchEvent(new PointerEvent('pointerup', point));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
})()`;
const folder = mkdtempSync(join(tmpdir(), 'unspool-browse-'));
const sessions = values.keep ?? folder;
const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });

try {
  if (isWanted('first') || isWanted('scroll')) await benchSession(join(sessions, 'huge'));
  if (isWanted('list')) await benchList(join(sessions, 'many'));
} finally {
  await browser.close();
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

async function benchSession(config) {
  if (!existsSync(config)) generate(config, { mb: Number(values.mb), files: 1, single: true });
  const [file] = sessionFilesIn(config);
  const id = file.split(/[\\/]/).at(-1).replace('.jsonl', '');
  const server = await serve(config);
  const page = await server.page();
  const idle = server.memory();
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 100);
  if (isWanted('first')) await benchFirst(page, server, id);
  if (isWanted('scroll')) await benchScroll(page, server, id);
  const heap = await page.evaluate('performance.memory ? performance.memory.usedJSHeapSize / 1e6 : 0');
  print("the page's heap", `${heap.toFixed(0)} MB`);
  clearInterval(watch);
  await page.waitForTimeout(5000);
  const above = (memory) => `${(memory - idle).toFixed(0)} MB`;
  print(
    'server memory above idle',
    `${above(server.memory())} at rest, ${above(most)} at most (idle ${idle.toFixed(0)} MB)`,
  );
  await server.stop();
}

async function benchFirst(page, server, id) {
  const first = await visibleAfter(page, `${server.origin}/s/${id}`, '.turns .words');
  print('first turns of the huge session, the first time', `${first.toFixed(0)} ms`);
  const times = await compare(page, server, { [`/s/${id}`]: '.turns .words' });
  print('first turns visible', ratio(times[`/s/${id}`], times.empty));
}

async function benchScroll(page, server, id) {
  await page.goto(`${server.origin}/s/${id}`);
  await page.locator('.session-title .mark').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(500);
  print('long tasks over 50 ms while scrolling to the end', await longTasks(page, SCROLL));
  print('long tasks while jumping along the tape', await longTasks(page, JUMP));
  const find = page.locator('.find-inside input');
  const searching = await longTasksOf(page, async () => {
    await find.pressSequentially('error in module', { delay: 60 });
    await page.locator('.find-inside [role=status]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1500);
  });
  print('long tasks while searching inside', searching);
}

async function benchList(config) {
  if (!existsSync(config)) generate(config, { mb: 120, files: Number(values.sessions) });
  const server = await serve(config);
  const page = await server.page();
  const times = await compare(page, server, { '/': 'a.row' });
  print(`list of ${values.sessions} sessions`, ratio(times['/'], times.empty));
  await page.goto(server.origin);
  await page.locator('a.row').first().waitFor();
  print('long tasks while scrolling the list', await longTasks(page, SCROLL.replace('.turns', '.list')));
  await server.stop();
}

/** Loads each page and the empty one alternately. Returns the median of each. */
async function compare(page, server, pages) {
  const all = { ...pages, empty: '.notice' };
  const times = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (let run = 0; run < RUNS; run++) {
    for (const [name, wanted] of Object.entries(all)) {
      times[name].push(await visibleAfter(page, `${server.origin}${name === 'empty' ? EMPTY : name}`, wanted));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** Milliseconds from the navigation to the first paint of this element, by the page's own clock. */
async function visibleAfter(page, url, wanted) {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(wanted).first().waitFor({ timeout: 120_000 });
  return page.evaluate(`window.__seen[${JSON.stringify(wanted)}] ?? performance.now()`);
}

async function serve(config) {
  const home = values.keep === undefined ? mkdtempSync(join(folder, 'home-')) : `${config}-home`;
  const profiled = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const child = spawn(process.execPath, [...profiled, UNSPOOL, 'serve', '--no-open'], {
    env: { ...process.env, CLAUDE_CONFIG_DIR: config, UNSPOOL_HOME: home, HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  children.add(child);
  const link = await new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
  });
  const { origin } = new URL(link);
  return {
    origin,
    async page() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript(SEEN);
      const page = await context.newPage();
      await page.goto(link);
      for (;;) {
        const { index } = await page.evaluate('fetch("/api/state").then((answer) => answer.json())');
        if (index.phase !== 'building') break;
        await page.waitForTimeout(200);
      }
      // Wait until all of its threads run, so that this is its idle state.
      await page.waitForTimeout(3000);
      return page;
    },
    /** Memory of the process and its children, in megabytes. */
    memory: () => [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + megabytesOf(pid), 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve(children.delete(child)));
        child.kill('SIGINT');
      }),
  };
}

function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

function megabytesOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The process has just ended.
    return 0;
  }
}

async function longTasks(page, script) {
  return longTasksOf(page, () => page.evaluate(script));
}

/** Main-thread tasks over 50 ms, by the clock and by processor time, which means more on a busy machine. */
async function longTasksOf(page, work) {
  await browser.startTracing(page, {
    categories: ['toplevel'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = mainThreadOf(traceEvents);
  const tasks = traceEvents.filter(({ name, tid, pid }) => name.endsWith('RunTask') && `${pid} ${tid}` === main);
  const clock = tasks.map(({ dur = 0 }) => dur / 1000);
  const spent = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return `${over(spent)} (processor time), ${over(clock)} (clock), ${tasks.length} tasks`;
}

function over(times) {
  const long = times.filter((time) => time > 50);
  return `${long.length === 0 ? 'none' : long.length}, longest ${Math.max(0, ...times).toFixed(0)} ms`;
}

/** The busiest main thread of a renderer. */
function mainThreadOf(events) {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const busy = new Map(named.map(({ pid, tid }) => [`${pid} ${tid}`, 0]));
  for (const { name, pid, tid, dur = 0 } of events) {
    const key = `${pid} ${tid}`;
    if (name.endsWith('RunTask') && busy.has(key)) busy.set(key, busy.get(key) + dur);
  }
  return [...busy].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function ratio(value, base) {
  return `${value.toFixed(0)} ms, ${(value / base).toFixed(2)} × an empty page (${base.toFixed(0)} ms)`;
}

function isWanted(part) {
  return values.only === undefined || values.only === part;
}

function print(name, value) {
  console.log(`${name}: ${value}`);
}
