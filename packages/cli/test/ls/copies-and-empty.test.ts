import { beforeEach, describe, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';
import { NOTES, type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

interface Row {
  sessionId: string;
  title: string;
  copyOf: string | null;
  madeAt: string | null;
}

describe('copies', () => {
  let unspool: SampleHome['unspool'];
  let unspoolAt: SampleHome['unspoolAt'];
  beforeEach(() => {
    ({ unspool, unspoolAt } = sampleHome());
  });
  const rows = async () => JSON.parse((await unspool('ls', '--json')).out) as Row[];

  it('are the last row and `last`, however old the session is that they come from', async () => {
    await unspool('fork', UPLOAD, '--at', '1');
    const last = (await rows()).at(-1);
    expect(last).toMatchObject({
      title: 'Fix the flaky upload test (fork)',
      copyOf: UPLOAD,
      madeAt: '2026-06-01T00:00:00.000Z',
    });
    expect(JSON.parse((await unspool('show', 'last', '--json')).out).sessionId).toBe(last?.sessionId);
    await unspool('undo');
    expect((await rows()).map(({ sessionId, copyOf }) => [sessionId, copyOf])).toEqual([
      [UPLOAD, null],
      [NOTES, null],
    ]);
  });

  it('are marked, with the id of the original', async () => {
    await unspool('strip', UPLOAD, '--tools');
    expect((await unspoolAt(130, 'ls')).out).toMatch(/↳ Fix the flaky upload test \(stripped\) .* 5a3c1e70\n/);
    expect((await unspoolAt(60, 'ls')).out).toMatch(/↳ Fix the flaky/);
  });

  it('send the same messages as their original', async () => {
    const { sessionId } = JSON.parse((await unspool('clone', UPLOAD, '--json')).out);
    const sent = async (id: string) => JSON.parse((await unspool('messages', id, '--json')).out).messages.length;
    expect(await sent(sessionId)).toBe(await sent(UPLOAD));
  });
});

describe('empty sessions', () => {
  const ID = '00000000-0000-4000-8000-000000000001';
  const EMPTY = '00000000-0000-4000-8000-000000000002';
  const HOUR = 3_600_000;
  const NOW = Date.UTC(2026, 5, 1, 12);
  let home: MadeHome;
  beforeEach(() => {
    home = madeHome(NOW);
    home.write(`-app/${ID}.jsonl`, repliesAt([NOW - 9 * HOUR], { sessionId: ID }));
    home.write(`-app/${EMPTY}.jsonl`, [
      { type: 'system', subtype: 'informational', content: 'hello', timestamp: new Date(NOW - HOUR).toISOString() },
    ]);
  });
  const ids = async (...more: string[]) => (await home.json<Row[]>('ls', ...more)).map(({ sessionId }) => sessionId);

  it('are hidden, and the list says how many', async () => {
    expect(await ids()).toEqual([ID]);
    expect((await home.unspool('ls')).err).toContain('1 empty session hidden. Show it with: unspool ls --all\n');
    expect(await ids('--all')).toEqual([ID, EMPTY]);
    expect((await home.unspool('ls', '--all')).err).not.toContain('hidden');
  });

  it('are not meant by `last`', async () => {
    expect((await home.json<Row>('show', 'last')).sessionId).toBe(ID);
  });

  it('are listed if they are pinned or tagged', async () => {
    await home.unspool('pin', EMPTY);
    expect(await ids()).toEqual([EMPTY, ID]);
  });
});
