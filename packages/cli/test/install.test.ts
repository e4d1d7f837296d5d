import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, root } from '../../../scripts/ready.mjs';

// What somebody gets who installs the published package and has nothing of the repository.
const shell = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'unspool-install-'));
const home = join(folder, 'home');
const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, UNSPOOL_HOME: join(home, 'data') };
const program = join(folder, shell ? 'prefix/unspool.cmd' : 'prefix/bin/unspool');

interface Tarball {
  name: string;
  filename: string;
  files: { path: string }[];
}
let tarballs: Tarball[];

beforeAll(() => {
  build();
  const pack = ['pack', '--workspaces', '--json', '--ignore-scripts', '--pack-destination', folder];
  tarballs = JSON.parse(npm(pack, root));
  const command = tarballs.find(({ name }) => name === 'unspool');
  const own = join(folder, command?.filename ?? '');
  npm(['install', '--global', '--prefix', join(folder, 'prefix'), '--no-audit', '--no-fund', own], folder);
  mkdirSync(home);
  cpSync(join(root, 'packages/cli/samples'), join(home, '.claude'), { recursive: true });
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('every package', () => {
  it('has a README and the licence, and nothing that only a build needs', () => {
    expect(tarballs.length).toBe(readdirSync(join(root, 'packages')).length);
    const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
    for (const { name, files } of tarballs) {
      const paths = files.map(({ path }) => path);
      expect(paths, name).toContain('README.md');
      expect(
        paths.filter((path) => path.endsWith('.tsbuildinfo')),
        name,
      ).toEqual([]);
      expect(readFileSync(join(root, 'packages', folderOf(name), 'LICENSE'), 'utf8'), name).toBe(licence);
    }
  });

  it('leaves types out of the command', () => {
    const command = tarballs.find(({ name }) => name === 'unspool');
    expect(command?.files.filter(({ path }) => path.endsWith('.d.ts'))).toEqual([]);
  });
});

describe('unspool from its tarball alone', () => {
  it('brings few packages, none with an install script', () => {
    const installed = manifestsIn(join(folder, 'prefix'));
    expect(installed.length).toBeGreaterThan(3);
    expect(installed.length).toBeLessThan(12);
    for (const { name, scripts = {} } of installed) {
      expect(
        Object.keys(scripts).filter((script) => /^(pre|post)?install$/.test(script)),
        name,
      ).toEqual([]);
    }
  });

  it.skipIf(shell)('installs its manual page', () => {
    const page = readFileSync(join(folder, 'prefix/share/man/man1/unspool.1'), 'utf8');
    expect(page).toContain('.TH UNSPOOL 1');
  });

  it('lists, searches and measures sessions', () => {
    expect(JSON.parse(unspool('ls', '--json'))).toHaveLength(3);
    expect(unspool('search', 'flaky', 'upload')).toContain('Fix the flaky upload test');
    expect(unspool('usage')).toContain('2026-05');
    expect(unspool('index')).toContain('3');
    expect(unspool('search', 'flaky', 'upload')).toContain('Fix the flaky upload test');
  });

  it('serves the app', async () => {
    const server = spawn(program, ['serve', '--no-open'], { env, shell, stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      const { value: link } = await lines.next();
      const entered = await fetch(String(link), { redirect: 'manual' });
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
      const page = await fetch(new URL('/', String(link)), { headers: { cookie } });
      expect(await page.text()).toContain('<script');
    } finally {
      server.kill();
    }
  });

  it('chats without a key', () => {
    expect(unspool('chat', '--demo', '-p', 'hi')).toContain('/rewind');
  });
});

function unspool(...words: string[]): string {
  return execFileSync(program, words, { env, shell, cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function npm(words: string[], cwd: string): string {
  return execFileSync('npm', words, { cwd, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function folderOf(name: string): string {
  return name === 'unspool' ? 'cli' : name.slice('@unspool/'.length);
}

function manifestsIn(prefix: string): { name: string; scripts?: Record<string, string> }[] {
  return readdirSync(prefix, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.name === 'package.json' && /node_modules[\\/](@[^\\/]+[\\/])?[^\\/@]+$/.test(entry.parentPath),
    )
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')));
}
