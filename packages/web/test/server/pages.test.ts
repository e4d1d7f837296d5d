import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySamples, Served } from '../support/served.js';

const app = mkdtempSync(join(tmpdir(), 'unspool-app-'));
mkdirSync(join(app, 'assets'));
writeFileSync(join(app, 'index.html'), '<!doctype html><title>the app</title>');
writeFileSync(join(app, 'assets/main-abc123.js'), 'run()');
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

  it('keeps hashed files for ever and the others not', async () => {
    const script = await served.get('/assets/main-abc123.js');
    expect(script.text).toBe('run()');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await served.get('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/nothing', '/assets/other.js', '/s', '/s/a/b/c'])('%s is nothing', async (path) => {
    expect((await served.get(path)).status).toBe(404);
  });

  it('tells how to build what is not built', async () => {
    expect((await bare.get('/')).text).toContain('npm run build');
  });

  it('says on every answer what a browser may do with it', async () => {
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
