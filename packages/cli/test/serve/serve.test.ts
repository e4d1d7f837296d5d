import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasDesktop, openerOf, type Person } from '../../src/serve/person.js';
import { serve } from '../../src/serve/serve.js';
import { UserError } from '../../src/user-error.js';
import { memoryIo } from '../support/memory-io.js';

const samples = join(import.meta.dirname, '../../samples');
const home = mkdtempSync(join(tmpdir(), 'unspool-serve-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Somebody who does something with the server, and then stops it. */
function visitor(visit: (enter: () => void) => Promise<void>, hasBrowser = false): Person & { opened: string[] } {
  const opened: string[] = [];
  return { opened, hasBrowser, open: (url) => opened.push(url), untilStopped: (onEnter) => visit(onEnter) };
}

const worldAt = (name: string) =>
  memoryIo({ env: { UNSPOOL_HOME: join(home, name, 'data') }, home: join(home, name), samples });

async function state(link: string): Promise<{ isSample: boolean; sessions: number }> {
  const entered = await fetch(link, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(new URL('/api/state', link), { headers: { cookie } });
  return (await answer.json()) as { isSample: boolean; sessions: number };
}

describe('serve', () => {
  it('prints a link that works, on standard output alone', async () => {
    const io = worldAt('own');
    cpSync(samples, join(home, 'own/.claude'), { recursive: true });
    const code = await serve(
      {},
      io,
      visitor(async (enter) => {
        expect(io.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+\n$/);
        expect((await state(io.stdout().trim())).isSample).toBe(false);
        enter();
        const again = /New link: (\S+)/.exec(io.stderr())?.[1] ?? '';
        expect((await state(again)).isSample).toBe(false);
      }),
    );
    expect(code).toBe(0);
    await expect(fetch(io.stdout().trim())).rejects.toThrow();
  });

  it('opens the app at a session', async () => {
    const io = worldAt('own');
    cpSync(samples, join(home, 'own/.claude'), { recursive: true });
    const person = visitor(async () => {
      const entered = await fetch(io.stdout().trim(), { redirect: 'manual' });
      expect(entered.headers.get('location')).toBe('/s/5a3c1e70-1111-4c0d-9a51-7b0c0ffee001');
    }, true);
    await serve({ session: '5a3c' }, io, person);
    expect(person.opened).toEqual([expect.stringMatching(/\/s\/5a3c1e70-[\w-]+\?token=/)]);
    const atTurn = visitor(async () => undefined, true);
    await serve({ session: '5a3c', turn: '2' }, worldAt('own'), atTurn);
    expect(atTurn.opened[0]).toMatch(/\/s\/5a3c1e70-[\w-]+\?token=[\w-]+#t2$/);
    await expect(serve({ session: '5a3c', turn: 'x' }, io, person)).rejects.toThrow('not the number of a turn');
    await expect(serve({ session: 'nosuch' }, io, person)).rejects.toThrow('No session is called "nosuch"');
  });

  it('shows samples if there are no sessions, and keeps nothing of them', async () => {
    const io = worldAt('nobody');
    await serve(
      {},
      io,
      visitor(async () => {
        expect((await state(io.stdout().trim())).isSample).toBe(true);
      }),
    );
    expect(io.stderr()).toContain('samples');
    expect(existsSync(join(home, 'nobody/data/unspool.db'))).toBe(false);
  });

  it('opens a browser only if there is one, and not with --no-open', async () => {
    const [asked, refused, headless] = [
      visitor(async () => {}, true),
      visitor(async () => {}, true),
      visitor(async () => {}),
    ];
    await serve({}, worldAt('a'), asked);
    await serve({ open: false }, worldAt('b'), refused);
    await serve({}, worldAt('c'), headless);
    expect([asked.opened.length, refused.opened.length, headless.opened.length]).toEqual([1, 0, 0]);
    expect(asked.opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/);
  });

  it('says so if a folder is in the place of the index', async () => {
    const io = worldAt('folder');
    cpSync(samples, join(home, 'folder/.claude'), { recursive: true });
    mkdirSync(join(home, 'folder/data/unspool.db'), { recursive: true });
    const started = serve(
      { open: false },
      io,
      visitor(async () => undefined),
    );
    await expect(started).rejects.toThrow('There is a folder where the index should be.');
  });

  it('says what is wrong with a port', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
    );
    await expect(
      serve(
        { port: String(port) },
        worldAt('d'),
        visitor(async () => {}),
      ),
    ).rejects.toThrow(`Port ${port} is taken`);
    await expect(
      serve(
        { port: 'x' },
        worldAt('d'),
        visitor(async () => {}),
      ),
    ).rejects.toBeInstanceOf(UserError);
    await expect(
      serve(
        { port: '70000' },
        worldAt('d'),
        visitor(async () => {}),
      ),
    ).rejects.toBeInstanceOf(UserError);
    await new Promise((resolve) => taken.close(resolve));
  });
});

describe('a desktop', () => {
  it('exists at a desktop only', () => {
    expect(hasDesktop({ env: { DISPLAY: ':0' }, platform: 'linux' })).toBe(true);
    expect(hasDesktop({ env: {}, platform: 'darwin' })).toBe(true);
    for (const env of [
      {},
      { DISPLAY: ':0', SSH_CONNECTION: '1' },
      { DISPLAY: ':0', CI: '1' },
      { DISPLAY: ':0', BROWSER: 'none' },
    ])
      expect(hasDesktop({ env, platform: 'linux' })).toBe(false);
  });

  it('opens addresses without a shell', () => {
    const url = 'http://127.0.0.1:1/?token=a&b';
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const [command, args] = openerOf(url, platform);
      expect(command).not.toMatch(/cmd|sh$/);
      expect(args.at(-1)).toBe(url);
    }
  });
});
