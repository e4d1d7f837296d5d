import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { FileMark, ListPlace, SharedSession } from '../../src/contract/model.js';
import type { TeamStore } from '../../src/contract/store.js';
import { lineStarts, type MadeSession, madeSession, pieceOf } from './made-session.js';

/** What every store must do. Each test has people and a word of its own, so that all may use one store. */
export function storeContract(open: () => Promise<TeamStore>): void {
  const fresh = async () => {
    const name = randomUUID().slice(0, 8);
    return { store: await open(), word: `zebra${name}`, ana: `ana-${name}`, bob: `bob-${name}` };
  };

  it('gives back the bytes that were pushed', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana });
    await share(store, made);
    expect(await contentOf(store, made)).toEqual(made.bytes);
  });

  it('takes a push that is repeated, reordered or cut in another way', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana, replies: 6 });
    const starts = lineStarts(made.bytes);
    const middle = starts[3] ?? 0;
    const later = starts[5] ?? 0;
    await store.putSession(made.session);
    const gap = await store.append(pieceOf(made, { from: middle, isWhole: false }), made.session);
    expect(gap).toEqual({ generation: 1, bytes: 0 });
    for (const [from, to] of [
      [0, middle],
      [0, middle],
      [starts[1], later],
      [middle, later],
      [starts[2], undefined],
    ]) {
      const isWhole = to === undefined;
      await store.append(pieceOf(made, { ...(from && { from }), ...(to && { to }), isWhole }), made.session);
    }
    expect(await heldOf(store, made)).toEqual({ generation: 1, bytes: made.bytes.length });
    expect(await contentOf(store, made)).toEqual(made.bytes);
    await expect.poll(async () => (await usageOf(store, made)).replies).toBe(6);
  });

  it('shows the old generation until the new one is whole', async () => {
    const { store, ana } = await fresh();
    const old = madeSession({ owner: ana, words: 'first thoughts' });
    await share(store, old);
    const next: MadeSession = {
      ...madeSession({ owner: ana, session: old.session.session, words: 'second thoughts', replies: 4 }),
    };
    const half = lineStarts(next.bytes)[2] ?? 0;
    await store.append(pieceOf(next, { generation: 2, to: half, isWhole: false }), next.session);
    expect(await contentOf(store, old)).toEqual(old.bytes);
    expect(await heldOf(store, old)).toEqual({ generation: 2, bytes: half });
    await store.append(pieceOf(next, { generation: 2, from: half }), next.session);
    expect(await contentOf(store, old)).toEqual(next.bytes);
    // A late repetition of the old generation changes nothing.
    await store.append(pieceOf(old), old.session);
    expect(await contentOf(store, old)).toEqual(next.bytes);
  });

  it('keeps hostile bytes and SQL-like text as data', async () => {
    const { store, word, ana } = await fresh();
    const hostile = `${word} '; DROP TABLE lines; -- \\' \u0000 {x:String} %s ${'\u{1f4a9}'} /* \\N`;
    const made = madeSession({ owner: ana, words: hostile, title: hostile, project: "sh'op" });
    const raw = Buffer.concat([made.bytes, Buffer.from([0xff, 0xfe, 0x00, 0x27, 0x5c, 0x0a])]);
    const session = { ...made, bytes: raw };
    await share(store, session);
    expect(await contentOf(store, session)).toEqual(raw);
    const find = () => store.search({ text: `${word} "drop table"`, limit: 10 });
    await expect.poll(async () => (await find()).count).toBe(3);
    const { hits } = await find();
    expect(hits.map((hit) => hit.session)).toContain(made.session.session);
    expect(hits[0]?.title).toBe(hostile);
    expect((await listed(store)).find((each) => each.session === made.session.session)?.project).toBe("sh'op");
  });

  it('keeps files that have no lines', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana });
    await share(store, made);
    const bytes = Buffer.from(Array.from({ length: 2 * 1024 * 1024 + 7 }, (_, at) => (at * 7) % 256));
    const file = `project/${made.session.session}/tool-results/größe 1.txt`;
    const side = { session: made.session, bytes };
    await store.append(pieceOf(side, { file, to: 1024 * 1024, isWhole: false }), made.session);
    expect((await store.files(made.session)).some((mark) => mark.file === file)).toBe(false);
    await store.append(pieceOf(side, { file, from: 1024 * 1024 }), made.session);
    expect((await contentOf(store, made, file)).equals(bytes)).toBe(true);
  });

  it('finds words of sessions shared with the team only', async () => {
    const { store, word, ana, bob } = await fresh();
    const shared = madeSession({ owner: ana, words: `${word} shared` });
    const own = madeSession({ owner: ana, words: `${word} own`, visibility: 'own' });
    await share(store, shared);
    await share(store, own);
    await expect.poll(async () => (await store.search({ text: word, limit: 20 })).count).toBe(3);
    const result = await store.search({ text: word, limit: 20 });
    expect(new Set(result.hits.map((hit) => hit.session))).toEqual(new Set([shared.session.session]));
    expect(result.people).toEqual([{ name: ana, count: result.count }]);
    expect(result.hits[0]?.snippet.text).toContain(word);
    expect((await store.search({ text: word, limit: 20, person: bob })).count).toBe(0);
  });

  it('finds one person’s texts among very many', async () => {
    const { store, word, ana, bob } = await fresh();
    await share(store, madeSession({ owner: bob, words: word, replies: 1 }));
    await share(store, madeSession({ owner: ana, words: word, replies: 1100, day: 3 }));
    const of = async (person: string) => store.search({ text: word, limit: 20, person });
    await expect.poll(async () => (await of(ana)).count).toBeGreaterThan(900);
    expect((await of(bob)).count).toBe(2);
    expect((await of(bob)).hits.every(({ owner }) => owner === bob)).toBe(true);
  });

  it('counts a reply once, for its author', async () => {
    const { store, ana, bob } = await fresh();
    const made = madeSession({ owner: ana, replies: 3 });
    await share(store, made);
    await store.usage({ timeZone: 'UTC' });
    const bytes = Buffer.concat([
      made.bytes,
      madeSession({ owner: ana, session: randomUUID(), replies: 1, day: 2 }).bytes,
    ]);
    const copy = { session: { ...made.session, owner: bob, copyOf: ana, copiedAt: made.session.endedAt }, bytes };
    await share(store, copy);
    const of = async (person: string) => {
      const rows = (await store.usage({ timeZone: 'UTC' })).filter((row) => row.person === person);
      return rows.reduce((sum, row) => sum + row.output, 0);
    };
    // Bob's own reply has 1 token of output, Ana's three have 1 + 2 + 3. Sums may come a moment late.
    await expect.poll(async () => [await of(bob), await of(ana)]).toEqual([1, 6]);
  });

  it('forgets a session that was withdrawn, everywhere, and takes it again', async () => {
    const { store, word, ana } = await fresh();
    const made = madeSession({ owner: ana, words: `${word} secret plan` });
    await share(store, made);
    await expect.poll(async () => (await store.search({ text: word, limit: 5 })).count).toBeGreaterThan(0);
    await store.putSession({ ...made.session, isWithdrawn: true, version: 2 });
    await store.removeContent(made.session);
    expect(await store.files(made.session)).toEqual([]);
    expect((await store.held(made.session)).size).toBe(0);
    expect((await listed(store)).filter(({ owner }) => owner === ana)).toEqual([]);
    expect(await store.search({ text: word, limit: 5 })).toMatchObject({
      hits: [],
      count: 0,
      people: [],
      projects: [],
    });
    expect((await usageOf(store, made)).replies).toBe(0);
    const again = { ...made, session: { ...made.session, version: 3 } };
    await share(store, again);
    expect(await contentOf(store, again)).toEqual(made.bytes);
    await expect.poll(async () => (await usageOf(store, again)).replies).toBe(2);
  });

  it('remembers devices, its secret, and who read what', async () => {
    const { store, word, ana, bob } = await fresh();
    const device = {
      id: word,
      person: ana,
      role: 'admin',
      name: "ana's",
      tokenSha256: 'x',
      joinedAt: 5,
      isRevoked: false,
    } as const;
    await store.putDevice(device);
    await store.putDevice({ ...device, isRevoked: true });
    expect((await store.devices()).filter(({ id }) => id === word)).toEqual([{ ...device, isRevoked: true }]);
    expect(await store.secret()).toBe(await store.secret());
    const read = { owner: ana, session: randomUUID(), at: 7, reader: bob, verb: 'pull' } as const;
    await store.addReads([read, { ...read, at: 8, verb: 'show' }]);
    const found = { ...read, at: 6, verb: 'search' } as const;
    await store.addReads([found]);
    await store.addReads([found]);
    expect(await store.readsOf(ana)).toEqual([{ ...read, at: 8, verb: 'show' }, read, found]);
    expect(await store.pullsBy(bob, read.session)).toEqual([read]);
    await store.forgetReads(bob);
    expect(await store.readsOf(ana)).toEqual([]);
  });

  it('takes nothing that arrives after a session was withdrawn or is shared in another way', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana });
    await store.putSession({ ...made.session, visibility: 'own' });
    expect(await store.append(pieceOf(made), made.session)).toEqual({ generation: 0, bytes: 0 });
    await store.putSession({ ...made.session, isWithdrawn: true, version: 2 });
    expect(await store.append(pieceOf(made), made.session)).toEqual({ generation: 0, bytes: 0 });
    expect((await store.held(made.session)).size).toBe(0);
    expect(await store.begun({ owner: ana }, 100)).toEqual([]);
  });

  it('knows sessions and files of which only a part has arrived', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana });
    await store.putSession(made.session);
    const to = lineStarts(made.bytes)[1] ?? 0;
    await store.append(pieceOf(made, { to, isWhole: false }), made.session);
    expect(await heldOf(store, made)).toEqual({ generation: 1, bytes: to });
    const begun = await store.begun({ owner: ana }, 100);
    expect(begun.map(({ session }) => session)).toEqual([made.session.session]);
    expect((await listed(store)).filter(({ owner }) => owner === ana)).toEqual([]);
  });

  it('keeps and removes sub-agents that old clients wrote beside the session', async () => {
    const { store, word, ana } = await fresh();
    const [made, other] = [madeSession({ owner: ana, words: 'main' }), madeSession({ owner: ana, words: 'main' })];
    const file = 'project/agent-0a1b2c3d.jsonl';
    for (const each of [made, other]) {
      await share(store, each);
      const { session, bytes } = madeSession({ ...each.session, words: `${word} ${each.session.session}` });
      await store.append(pieceOf({ session, bytes }, { file }), each.session);
    }
    expect((await contentOf(store, made, file)).toString()).toContain(made.session.session);
    expect((await contentOf(store, other, file)).toString()).toContain(other.session.session);
    await expect.poll(async () => (await store.search({ text: word, limit: 50 })).count).toBe(6);
    await store.putSession({ ...made.session, isWithdrawn: true, version: 2 });
    await store.removeContent(made.session);
    const { hits } = await store.search({ text: word, limit: 50 });
    expect(new Set(hits.map(({ session }) => session))).toEqual(new Set([other.session.session]));
    expect((await contentOf(store, other, file)).toString()).toContain(other.session.session);
  });

  it('stores a push whatever times and numbers it claims', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana, startedAt: Number.MAX_SAFE_INTEGER });
    const lines = Array.from({ length: 200 }, (_, at) => {
      const usage = { input_tokens: 1e300, output_tokens: 1, server_tool_use: { web_search_requests: 5e12 } };
      const message = {
        id: `odd-${ana}-${at}`,
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'x' }],
        usage,
      };
      const timestamp = new Date(Date.UTC(1900 + at, at % 12, 1)).toISOString();
      return `${JSON.stringify({ type: 'assistant', uuid: `odd-${at}`, timestamp, message })}\n`;
    });
    const odd = { ...made, bytes: Buffer.from(lines.join('')) };
    await share(store, odd);
    expect(await contentOf(store, odd)).toEqual(odd.bytes);
    await expect.poll(async () => (await usageOf(store, odd)).replies).toBe(200);
  });

  it('lists pages that stay in place while sessions come and go', async () => {
    const { store, ana } = await fresh();
    const made = Array.from({ length: 7 }, (_, at) => madeSession({ owner: ana, day: 1 + Math.floor(at / 3) }));
    for (const each of made) await share(store, each);
    const ids = (sessions: readonly SharedSession[]) => sessions.map(({ session }) => session);
    const of = (limit: number, after?: ListPlace) =>
      store.list({ scope: { person: ana, isAll: true }, person: ana, limit, ...(after && { after }) });
    const all = await of(100);
    expect(new Set(ids(all))).toEqual(new Set(made.map(({ session }) => session.session)));
    expect(all.map(({ endedAt }) => endedAt)).toEqual(all.map(({ endedAt }) => endedAt).sort((a, b) => b - a));
    const first = await of(3);
    expect(ids(first)).toEqual(ids(all.slice(0, 3)));
    await share(store, madeSession({ owner: ana, day: 9 }));
    const [, , last, gone] = all as [SharedSession, SharedSession, SharedSession, SharedSession];
    await store.putSession({ ...gone, isWithdrawn: true, version: 2 });
    expect(ids(await of(2, last))).toEqual(ids(all.slice(4, 6)));
    expect(ids(await of(100, last))).toEqual(ids(all.slice(4)));
  });

  it('lists and counts by person, project, time and start of the id, and only what somebody may see', async () => {
    const { store, ana, bob, word } = await fresh();
    const early = madeSession({ owner: ana, project: `${word}-É1`, day: 1 });
    const late = madeSession({ owner: ana, project: `${word}-É1`, day: 5 });
    const own = madeSession({ owner: ana, project: word, visibility: 'own', day: 6 });
    const half = madeSession({ owner: ana, project: word, day: 7 });
    for (const made of [early, late, own]) await share(store, made);
    await store.putSession(half.session);
    await store.append(pieceOf(half, { to: lineStarts(half.bytes)[1] ?? 0, isWhole: false }), half.session);
    const list = async (person: string, isAll: boolean, more: object = {}) => {
      const question = { scope: { person, isAll }, limit: 50, person: ana, ...more };
      return (await store.list(question)).map(({ session }) => session);
    };
    const [earlyId, lateId, ownId] = [early, late, own].map(({ session }) => session.session);
    expect(await list(bob, true)).toEqual([lateId, earlyId]);
    expect(await list(ana, true)).toEqual([ownId, lateId, earlyId]);
    expect(await list(ana, false)).toEqual([ownId, lateId, earlyId]);
    expect(await list(bob, false)).toEqual([]);
    expect(await list(bob, true, { project: `${word}-É1` })).toEqual([lateId, earlyId]);
    expect(await list(bob, true, { project: `${word}-x` })).toEqual([]);
    expect(await list(bob, true, { since: late.session.endedAt })).toEqual([lateId]);
    expect(await list(bob, true, { id: earlyId?.slice(0, 9) })).toEqual([earlyId]);
    expect(await list(bob, true, { person: bob })).toEqual([]);
    const times = [early.session.endedAt + 1, late.session.endedAt + 1];
    const groups = async (person: string) =>
      (await store.groups({ scope: { person, isAll: true }, times })).filter((group) => group.person === ana);
    const seen = { person: ana, project: `${word}-É1`, count: 1 };
    const byProject = [{ ...seen, reached: 0 }, { ...seen, reached: 1 }]; // biome-ignore format: a row
    await expect.poll(async () => (await groups(bob)).sort((a, b) => a.reached - b.reached)).toEqual(byProject);
    await expect
      .poll(async () => (await groups(ana)).find(({ project }) => project === word))
      .toEqual({ person: ana, project: word, count: 1, reached: 2 });
  });

  it('knows how much each person stores and may store', async () => {
    const { store, ana, bob } = await fresh();
    const [made, other] = [madeSession({ owner: ana }), madeSession({ owner: ana, replies: 5 })];
    for (const each of [made, other]) await share(store, each);
    const bytes = made.bytes.length + other.bytes.length;
    await expect.poll(() => store.stored(ana)).toEqual([{ person: ana, bytes, sessions: 2 }]);
    // Sums may come a moment late, and from another server each time.
    await expect
      .poll(async () => (await store.stored()).find(({ person }) => person === ana))
      .toEqual({ person: ana, bytes, sessions: 2 });
    expect(await store.stored(bob)).toEqual([]);
    await store.putSession({ ...other.session, isWithdrawn: true, version: 2 });
    await store.removeContent(other.session);
    await expect.poll(() => store.stored(ana)).toEqual([{ person: ana, bytes: made.bytes.length, sessions: 1 }]);
    await store.putQuota({ person: ana, bytes: 10, sessions: 2 });
    await store.putQuota({ person: bob, bytes: 5 });
    await expect
      .poll(async () => {
        await store.putQuota({ person: ana, sessions: 3 });
        return (await store.quotas()).filter(({ person }) => [ana, bob].includes(person)).length;
      })
      .toBe(2);
    expect((await store.quotas()).find(({ person }) => person === ana)).toEqual({ person: ana, sessions: 3 });
  });

  it('forgets a session as if it had never been', async () => {
    const { store, ana } = await fresh();
    const made = madeSession({ owner: ana });
    await share(store, made);
    await store.forget(made.session);
    expect(await store.session(made.session)).toBeUndefined();
    expect((await listed(store)).filter(({ owner }) => owner === ana)).toEqual([]);
    await share(store, made);
    expect(await contentOf(store, made)).toEqual(made.bytes);
  });
}

export async function share(store: TeamStore, made: MadeSession): Promise<void> {
  await store.putSession(made.session);
  await store.append(pieceOf(made), made.session);
}

export function listed(store: TeamStore): Promise<SharedSession[]> {
  return store.list({ scope: { person: '', isAll: true }, limit: 10_000 });
}

export async function contentOf(store: TeamStore, { session }: MadeSession, file?: string): Promise<Buffer> {
  const name = file ?? `project/${session.session}.jsonl`;
  const mark = (await store.files(session)).find((each) => each.file === name) as FileMark;
  const parts: Uint8Array[] = [];
  for await (const part of store.read(mark, session)) parts.push(part);
  return Buffer.concat(parts);
}

async function heldOf(store: TeamStore, { session }: MadeSession) {
  return (await store.held(session)).get(`project/${session.session}.jsonl`);
}

async function usageOf(store: TeamStore, { session }: MadeSession) {
  const rows = (await store.usage({ timeZone: 'UTC' })).filter((row) => row.person === session.owner);
  return { replies: rows.reduce((sum, row) => sum + row.replies, 0) };
}
