import { closeSync, mkdtempSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeLabel } from '../../src/keep/labels.js';
import { isCorrupt, openStore, renewStore } from '../../src/schema/open-store.js';
import { generated } from '../support/generated.js';
import { count, ledgerTokens, newStoreFile, update } from '../support/store.js';

const { folder, truth } = generated({ mb: 2, files: 12, seed: 33 });

/** A closed store with an index, a tag and a pin. */
async function filled(): Promise<{ file: string; bytes: Buffer; identity: string; replies: number }> {
  const file = newStoreFile();
  const { database, identity } = await openStore(file);
  update(database, folder);
  changeLabel({ database, dataFolder: dirname(file) }, 'a', { add: ['x', 'y'], pin: true, now: 1 });
  const replies = count(database, '(SELECT count(*) FROM replies)');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return { file, bytes: readFileSync(file), identity, replies };
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

describe('a store that is renewed', () => {
  it('keeps the ledger, tags and pins, and the old file', async () => {
    const { file, identity, replies } = await filled();
    const { database, movedAside, saved } = await renewStore(file, identity);
    expect(saved).toEqual({ replies, tags: 2, pins: 1 });
    expect(statSync(movedAside ?? '').size).toBeGreaterThan(0);
    // Deleted sessions still count.
    update(database, mkdtempSync(join(tmpdir(), 'unspool-none-')));
    expect(ledgerTokens(database)).toEqual(truth.tokens);
    update(database, folder);
    expect(ledgerTokens(database)).toEqual(truth.tokens);
    expect(count(database, '(SELECT count(*) FROM replies WHERE is_gone = 1)')).toBe(0);
    database.close();
  });

  it('is not renewed twice if two processes find the damage', async () => {
    const { file, identity } = await filled();
    const first = await renewStore(file, identity);
    const second = await renewStore(file, identity);
    expect(first.movedAside).toBeDefined();
    expect(second.movedAside).toBeUndefined();
    first.database.close();
    second.database.close();
  });

  it('loses only the damaged rows', async () => {
    const { file, bytes, replies } = await filled();
    const { database, identity } = await openStore(file);
    // A page in the middle of the ledger, found by the key of a reply on it.
    const key = String(
      database.prepare('SELECT key FROM replies ORDER BY key LIMIT 1 OFFSET ?').get(replies >> 1)?.['key'],
    );
    database.close();
    const at = bytes.indexOf(key);
    overwrite(file, at - (at % 4096), Buffer.alloc(4096, 255));
    const renewed = await renewStore(file, identity);
    expect(renewed.saved?.replies).toBeGreaterThan(replies / 2);
    expect(renewed.saved).toMatchObject({ tags: 2, pins: 1 });
    renewed.database.close();
  });
});

describe('what counts as damage', () => {
  it('is what SQLite says, not what a session says', () => {
    expect(isCorrupt(new Error('the archive is corrupt'))).toBe(false);
    expect(isCorrupt(Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' }))).toBe(
      true,
    );
  });
});
