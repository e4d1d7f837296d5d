import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySamples, Served } from '../support/served.js';

const app = mkdtempSync(join(tmpdir(), 'unspool-app-'));
mkdirSync(join(app, 'assets'));
writeFileSync(join(app, 'index.html'), '<!doctype html><title>the app</title>');
writeFileSync(join(app, 'assets/main-abc123.js'), 'run()');
writeFileSync(join(app, 'assets/main-abc123.css'), 'body{}');
writeFileSync(join(app, 'icon.svg'), '<svg/>');

let served: Served;
let bare: Served;
beforeAll(async () => {
  served = await Served.start(copySamples, app);
  bare = await Served.start();
});
afterAll(async () => {
  await served.stop();
  await bare.stop();
  rmSync(app, { recursive: true, force: true });
});

describe('pages', () => {
  it.each(['/', '/search', '/search?q=upload', '/usage', '/s/5a3c1e70-1111-4c0d-9a51-7b0c0ffee001', '/s/any/edit'])(
    '%s is the app',
    async (path) => {
      const { status, text, headers } = await served.get(path);
      expect([status, text]).toEqual([200, '<!doctype html><title>the app</title>']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it('lets browsers cache only hashed files forever', async () => {
    const script = await served.get('/assets/main-abc123.js');
    expect(script.text).toBe('run()');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await served.get('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/nothing', '/assets/other.js', '/s', '/s/a/b/c'])('%s does not exist', async (path) => {
    expect((await served.get(path)).status).toBe(404);
  });

  it('stay as they were when the server started, even if the app is rebuilt', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-app-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="/assets/a-1.js"></script>');
    writeFileSync(join(folder, 'assets/a-1.js'), 'one()');
    const running = await Served.start(copySamples, folder);
    rmSync(join(folder, 'assets/a-1.js'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="/assets/a-2.js"></script>');
    writeFileSync(join(folder, 'assets/a-2.js'), 'two()');
    const path = /src="([^"]+)"/.exec((await running.get('/')).text)?.[1] ?? '';
    const script = await running.get(path);
    expect([script.status, script.text]).toEqual([200, 'one()']);
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  it('explain how to build the app if it is not built', async () => {
    expect((await bare.get('/')).text).toContain('npm run build');
  });

  it('explain an unusable link, in the style of the app and without scripts', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    for (const [page, styles] of [
      [await served.ask('/?token=wrong', { headers }), ['/assets/main-abc123.css', '/icon.svg']],
      [await bare.ask('/usage?token=wrong', { headers }), ['data:,']],
    ] as const) {
      expect(page.status).toBe(401);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.text).toContain('<h1>This link does not belong to this server.</h1>');
      expect(page.text).toContain('Press Enter there for a new one.');
      expect(page.text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
      expect([...page.text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)).toEqual(styles);
    }
    expect((await served.ask('/?token=wrong')).headers['content-type']).toMatch(/^text\/plain/);
  });

  it('have security headers on every response', async () => {
    for (const path of ['/', '/assets/main-abc123.js', '/api/state', '/nothing', '/api/nothing']) {
      const { headers } = await served.get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toMatch(/https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await served.get('/api/state')).headers['cache-control']).toBe('no-store');
  });
});
