import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolderAt } from '@unspool/session/locate';
import { isCorrupt, openStore } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { OpenIndex } from '../../src/list/open-index.js';
import { Indexer } from '../../src/live/indexer.js';
import { SessionScript } from '../support/script.js';

/** An index of one session with a damaged table. */
async function damaged() {
  const home = mkdtempSync(join(tmpdir(), 'unspool-damaged-'));
  const config = join(home, '.claude');
  mkdirSync(join(config, 'projects'), { recursive: true });
  new SessionScript().user('Find me.').reply('m1', 'Found.').write(config);
  const folder = configFolderAt(config);
  const dataFolder = join(home, 'data');
  const setting = {
    database: join(dataFolder, 'unspool.db'),
    dataFolder,
    configs: folder ? [folder] : [],
    ownPrices: undefined,
  };
  await new Indexer(setting).update(() => undefined);
  const reader = await OpenIndex.open(setting.database);
  const { database } = await openStore(setting.database);
  const page = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'meta'").get()?.['rootpage']);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const handle = openSync(setting.database, 'r+');
  writeSync(handle, Buffer.alloc(64, 0x5a), 0, 64, (page - 1) * 4096);
  closeSync(handle);
  return { setting, reader };
}

const putAside = (folder: string) => readdirSync(folder).filter((name) => /\.broken-.*Z$/.test(name));
const sessionsIn = (index: OpenIndex) => index.prepare('SELECT count(*) AS n FROM sessions').get()?.['n'];

describe('a damaged index', () => {
  it('is put aside and rebuilt once by the index thread; readers open the new one', async () => {
    const { setting, reader } = await damaged();
    const indexer = new Indexer(setting);
    expect(await indexer.update(() => undefined)).toMatchObject({ changed: 1, isRenewed: true });
    expect(await indexer.update(() => undefined)).toMatchObject({ changed: 0, isRenewed: false });
    expect(putAside(setting.dataFolder)).toHaveLength(1);
    await reader.reopen();
    expect(sessionsIn(reader)).toBe(1);
    reader.close();
  });

  it('is put aside by a reader that notices the damage first', async () => {
    const { setting, reader } = await damaged();
    let found: unknown;
    try {
      reader.prepare('SELECT * FROM meta').all();
    } catch (error) {
      found = error;
    }
    expect(isCorrupt(found)).toBe(true);
    await Promise.all([reader.renew(), reader.renew()]);
    expect(putAside(setting.dataFolder)).toHaveLength(1);
    expect(await new Indexer(setting).update(() => undefined)).toMatchObject({ changed: 1, isRenewed: false });
    expect(sessionsIn(reader)).toBe(1);
    reader.close();
  });
});
