import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withSmallDisk } from '../../../trace/test/support/small-disk.js';
import { agentsHome } from '../support/agents-home.js';
import { repliesAt } from '../support/made-home.js';

const OWN = '11111111-1111-4111-8111-111111111111';

it('sessions of Claude Code are read when no copy of another can be written', async (context) => {
  const made = agentsHome();
  made.write(`-app/${OWN}.jsonl`, repliesAt([Date.UTC(2026, 10, 1)], { sessionId: OWN }));
  mkdirSync(made.data);
  await withSmallDisk({ folder: made.data, size: '64k', context }, async () => {
    expect(() => writeFileSync(join(made.data, 'filling'), Buffer.alloc(128 * 1024))).toThrow('ENOSPC');
    for (const command of [
      ['ls', '--agent', 'claude'],
      ['show', OWN],
      ['check', OWN],
    ]) {
      const { exitCode, err } = await made.unspool(...command);
      expect([command, exitCode]).toEqual([command, 0]);
      expect(err).toMatch(/^The sessions of other agents are left out: .* The disk is full\./);
    }
  });
});
