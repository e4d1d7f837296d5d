import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TracedHome } from './traced-home.js';

const traced = new TracedHome();
const isWindows = process.platform === 'win32';
/** Who may read everything cannot see what others may not. */
const isBound = !isWindows && process.getuid?.() !== 0;
const backfill = (...more: string[]) =>
  traced.run(['trace', 'backfill', '--sink', `file:${traced.at('spans.jsonl')}`, ...more]);

describe('a backfill', () => {
  it.runIf(isBound)('reports an unreadable folder, and sends the others', async () => {
    const locked = traced.layOut('2.1.325/agent2');
    traced.layOut('2.1.45/par3');
    chmodSync(locked, 0);
    try {
      const { code, out, err } = await backfill();
      expect([code, err]).toEqual([1, expect.stringContaining(`${locked}: not read: EACCES`)]);
      expect(out).toContain('in 1 session.');
      const { skipped } = JSON.parse((await backfill('--json')).out);
      expect(skipped).toEqual([{ file: locked, reason: expect.stringContaining('EACCES') }]);
    } finally {
      chmodSync(locked, 0o700);
    }
    expect(await backfill()).toMatchObject({ code: 0, err: '' });
  });

  it.runIf(isBound)('does not say that there are no sessions where none may be read', async () => {
    const locked = traced.layOut('2.1.325/agent2');
    chmodSync(locked, 0);
    try {
      const { code, err } = await backfill();
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: Sessions cannot be read\.\n {2}EACCES.*agent2/)]);
    } finally {
      chmodSync(locked, 0o700);
    }
  });

  it.skipIf(isWindows)('reports a session that is not a file, and a broken link', async () => {
    const folder = traced.layOut('2.1.45/par3');
    const pipe = join(folder, 'aaaaaaaa-0000-4000-8000-000000000001.jsonl');
    const link = join(folder, 'bbbbbbbb-0000-4000-8000-000000000002.jsonl');
    execFileSync('mkfifo', [pipe]);
    symlinkSync('nowhere', link);
    const { code, err } = await backfill();
    const result = `${link}: the link leads nowhere, or in a circle\n${pipe}: not read: it is a pipe, a socket or a device, not a regular file\n`;
    expect([code, err]).toEqual([1, result]);
  });
});
