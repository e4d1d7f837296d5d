import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskStore } from '../src/disk/disk-store.js';
import { lineStarts, madeSession, pieceOf } from './support/made-session.js';
import { contentOf, share, storeContract } from './support/store-contract.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'unspool-team-'));

describe('the embedded store', () => {
  const shared = openDiskStore(newFolder());
  afterAll(async () => (await shared).close());
  storeContract(() => shared);

  it('keeps everything over a restart', async () => {
    const folder = newFolder();
    const made = madeSession({ words: 'zebrafish' });
    const first = await openDiskStore(folder);
    await share(first, made);
    await first.close();
    const second = await openDiskStore(folder);
    expect(await contentOf(second, made)).toEqual(made.bytes);
    expect((await second.search({ text: 'zebrafish', limit: 5 })).count).toBe(3);
    await second.close();
  });

  it('drops what an interrupted push left after its mark', async () => {
    const folder = newFolder();
    const made = madeSession({ replies: 4 });
    const half = lineStarts(made.bytes)[3] ?? 0;
    const store = await openDiskStore(folder);
    await store.putSession(made.session);
    await store.append(pieceOf(made, { to: half }), made.session);
    const file = join(folder, 'shared/projects/ana', `${made.session.session}.jsonl`);
    writeFileSync(file, Buffer.concat([made.bytes.subarray(0, half), Buffer.from('{"half a li')]));
    expect(await contentOf(store, made)).toEqual(made.bytes.subarray(0, half));
    await store.append(pieceOf(made, { from: half }), made.session);
    expect(statSync(file).size).toBe(made.bytes.length);
    expect(await contentOf(store, made)).toEqual(made.bytes);
    await store.close();
  });

  it('never returns bytes that do not match the mark', async () => {
    const folder = newFolder();
    const made = madeSession();
    const store = await openDiskStore(folder);
    await share(store, made);
    truncateSync(join(folder, 'shared/projects/ana', `${made.session.session}.jsonl`), 10);
    await expect(contentOf(store, made)).rejects.toThrow('damaged');
    await store.close();
  });

  it('may be shared by two services', async () => {
    const folder = newFolder();
    const one = await openDiskStore(folder);
    const two = await openDiskStore(folder);
    const made = madeSession({ replies: 30 });
    await one.putSession(made.session);
    const starts = lineStarts(made.bytes);
    for (const [at, from] of starts.entries()) {
      const to = starts[at + 1];
      if (to === undefined) break;
      const store = at % 2 === 0 ? one : two;
      await store.append(pieceOf(made, { from, to, isWhole: to === made.bytes.length }), made.session);
    }
    expect(await contentOf(one, made)).toEqual(made.bytes);
    expect((await two.usage({ timeZone: 'UTC' })).reduce((sum, row) => sum + row.replies, 0)).toBe(30);
    await one.close();
    await two.close();
  });

  it('leaves no file of a withdrawn session', async () => {
    const folder = newFolder();
    const made = madeSession();
    const store = await openDiskStore(folder);
    await share(store, made);
    await store.putSession({ ...made.session, isWithdrawn: true, version: 2 });
    await store.removeContent(made.session);
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes(made.session.session))).toEqual([]);
    await store.close();
  });

  it('leaves neither title nor folder of a withdrawn session in its databases', async () => {
    const folder = newFolder();
    const made = madeSession({ words: 'zebrafish in the aquarium' });
    const store = await openDiskStore(folder);
    await share(store, made);
    expect((await store.search({ text: 'zebrafish', limit: 5 })).count).toBe(3);
    const filesWith = (text: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name)).includes(text))
        .map(({ name }) => name);
    const { title, cwd } = made.session;
    expect(filesWith(title)).not.toEqual([]);
    await store.putSession({ ...made.session, title: '', cwd: '', isWithdrawn: true, version: 2 });
    await store.removeContent(made.session);
    expect([...filesWith(title), ...filesWith(cwd)]).toEqual([]);
    await store.close();
  });
});
