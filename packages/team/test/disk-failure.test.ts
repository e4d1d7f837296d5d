import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDiskStore } from '../src/disk/disk-store.js';
import { madeSession } from './support/made-session.js';
import { madeTeam, pushed } from './support/made-team.js';

describe('a store on a disk that cannot be written', () => {
  it('is refused with the reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-team-'));
    symlinkSync(join(folder, 'missing/team.db'), join(folder, 'team.db'));
    await expect(openDiskStore(folder)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The store cannot be written.',
      details: { why: 'Its database cannot be opened.' },
    });
  });

  it.skipIf(!existsSync('/dev/full'))('answers that it is unavailable while the disk is full', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-team-'));
    const team = await madeTeam(await openDiskStore(folder));
    const { client } = await team.join('ana', 'member');
    const { session } = madeSession().session;
    const incoming = join(folder, 'incoming/ana', session);
    const file = createHash('sha256').update(`project/${session}.jsonl`).digest('hex').slice(0, 16);
    mkdirSync(incoming, { recursive: true });
    symlinkSync('/dev/full', join(incoming, `${file}.1`));
    await expect(pushed(client, { visibility: 'team', session })).rejects.toMatchObject({
      code: 'store_unavailable',
      details: { why: 'The disk is full.' },
    });
    expect(team.faults).toMatchObject([{ details: { why: 'The disk is full.' } }]);
    await team.close();
  });
});
