import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { WrittenSession } from '../../../trace/test/support/written-session.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { bundleHook, startHook } from './hook-process.js';

it('outlives the folder of npx', async () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-npx-'));
  const npx = join(home, '_npx');
  cpSync(dirname(bundleHook()), join(npx, 'dist'), { recursive: true });
  const spans = join(home, 'spans.jsonl');
  const io = memoryIo({
    home,
    cwd: home,
    env: { UNSPOOL_HOME: join(home, 'data') },
    samples: join(npx, 'samples'),
  });
  expect([await run(['trace', 'install', '--sink', `file:${spans}`], io), io.stderr()]).toEqual([0, '']);
  rmSync(npx, { recursive: true });

  const file = join(home, 'session.jsonl');
  writeFileSync(file, new WrittenSession().prompt('go').reply('m1', 'done').text());
  const event = { hook_event_name: 'Stop', transcript_path: file, last_assistant_message: 'done' };
  const { status } = await startHook(join(home, 'data/trace/trace-hook.cjs'), home, JSON.stringify(event));
  expect(status).toBe(0);
  await expect.poll(() => existsSync(spans) && readFileSync(spans, 'utf8')).toContain('done');
});
