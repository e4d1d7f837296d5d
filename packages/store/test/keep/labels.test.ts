import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adoptLabels, changeLabel, type Labels, readLabels, repairLabels } from '../../src/keep/labels.js';
import { openStore } from '../../src/schema/open-store.js';
import { count, newStoreFile } from '../support/store.js';

const labelsAt = (folder: string): Labels => readLabels(folder) ?? new Map();

async function opened(file = newStoreFile()) {
  const { database } = await openStore(file);
  return { database, dataFolder: dirname(file), file };
}

it('labels survive the index', async () => {
  const store = await opened();
  changeLabel(store, 'a', { add: ['x', 'y'], now: 1 });
  changeLabel(store, 'b', { pin: true, now: 2 });
  expect(changeLabel(store, 'a', { remove: ['y'], add: ['z'], now: 3 })).toEqual({ tags: ['x', 'z'], isPinned: false });
  store.database.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(store.file + suffix, { force: true });
  const again = await opened(store.file);
  adoptLabels(again.database, again.dataFolder);
  expect(count(again.database, '(SELECT count(*) FROM tags)')).toBe(2);
  expect(count(again.database, '(SELECT count(*) FROM pins)')).toBe(1);
  expect(changeLabel(again, 'b', { pin: false, now: 4 })).toEqual({ tags: [], isPinned: false });
  expect([...labelsAt(again.dataFolder)]).toEqual([['a', { tags: ['x', 'z'], isPinned: false }]]);
  again.database.close();
});

it('a label in a new index does not lose the old ones', async () => {
  const store = await opened();
  changeLabel(store, 'a', { add: ['x'], now: 1 });
  store.database.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(store.file + suffix, { force: true });
  const again = await opened(store.file);
  changeLabel(again, 'b', { add: ['y'], now: 2 });
  expect([...labelsAt(again.dataFolder).keys()]).toEqual(['a', 'b']);
  again.database.close();
});

it('match a simple model after any operations', async () => {
  const store = await opened();
  const change = fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      add: fc.subarray(['x', 'y', 'z']),
      remove: fc.subarray(['x', 'y', 'z']),
      pin: fc.boolean(),
    },
    { requiredKeys: ['id'] },
  );
  const model = new Map<string, { tags: Set<string>; isPinned: boolean }>();
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      for (const { id, ...rest } of changes) {
        const known = model.get(id) ?? { tags: new Set<string>(), isPinned: false };
        for (const tag of rest.add ?? []) known.tags.add(tag);
        for (const tag of rest.remove ?? []) known.tags.delete(tag);
        known.isPinned = rest.pin ?? known.isPinned;
        model.set(id, known);
        expect(changeLabel(store, id, { ...rest, now: 1 })).toEqual({
          tags: [...known.tags].sort(),
          isPinned: known.isPinned,
        });
      }
    }),
    { numRuns: 40 },
  );
  store.database.close();
});

it('a damaged file is rewritten from the index', async () => {
  const store = await opened();
  changeLabel(store, 'a', { add: ['x'], now: 1 });
  const file = join(store.dataFolder, 'labels.json');
  expect(existsSync(file)).toBe(true);
  writeFileSync(file, '{"tags": [["a"], 5, ["b", "y"]], "pins": [3]}');
  expect([...labelsAt(store.dataFolder).keys()]).toEqual(['b']);
  writeFileSync(file, '{');
  expect(labelsAt(store.dataFolder).size).toBe(0);
  expect(changeLabel(store, 'a', { add: ['z'], now: 2 }).tags).toEqual(['x', 'z']);
  store.database.close();
});

it('come from the index if their file is lost or damaged, and the file is repaired', async () => {
  const store = await opened();
  changeLabel(store, 'a', { add: ['x'], pin: true, now: 1 });
  const file = join(store.dataFolder, 'labels.json');
  const sound = readFileSync(file, 'utf8');
  for (const damage of [undefined, '', '{', '[]', 'null', '{"tags": 5, "pins": []}']) {
    rmSync(file);
    if (damage !== undefined) writeFileSync(file, damage);
    expect(readLabels(store.dataFolder)).toBeUndefined();
    expect([...repairLabels(store.database, store.dataFolder)]).toEqual([['a', { tags: ['x'], isPinned: true }]]);
    expect(readFileSync(file, 'utf8')).toBe(sound);
    if (damage !== undefined) expect(readFileSync(`${file}.broken`, 'utf8')).toBe(damage);
  }
  store.database.close();
});

it('accept a number written by hand as a tag, and skip invalid values', async () => {
  const store = await opened();
  const tags = [['a', 5], ['a', 'x'], ['b', null], [7, 'y'], 'c', ['d', {}]];
  writeFileSync(
    join(store.dataFolder, 'labels.json'),
    JSON.stringify({ version: 1, tags, pins: [['a', 1], ['b'], 3] }),
  );
  expect([...labelsAt(store.dataFolder)]).toEqual([['a', { tags: ['5', 'x'], isPinned: true }]]);
  store.database.close();
});

it.skipIf(process.platform === 'win32')('only the owner can read an index', async () => {
  const { database, file } = await opened();
  changeLabel({ database, dataFolder: dirname(file) }, 'a', { add: ['x'], now: 1 });
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
  database.close();
  chmodSync(file, 0o644);
  const again = await opened(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  again.database.close();
});
