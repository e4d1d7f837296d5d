import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import type {
  Device,
  FileMark,
  ListPlace,
  Read,
  SessionFilter,
  SessionKey,
  SharedSession,
  TeamResult,
  TitledRead,
} from '../contract/model.js';
import { cursorOf } from '../contract/place.js';
import type { TeamStore } from '../contract/store.js';
import { listScope, may, type SessionVerb } from './authorise.js';
import type { Quotas } from './quotas.js';
import type { SessionDescription } from './session-description.js';

/** The team's sessions, as far as a device may see and change them. */
export class Sessions {
  /** Reads that were recorded recently, since opening a session takes several requests. */
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly store: TeamStore,
    private readonly now: () => number,
    private readonly quotas: Quotas,
  ) {}

  /** A page of the list, and where the next one begins. */
  async list(actor: Device, question: PageQuestion): Promise<{ sessions: SharedSession[]; next?: string }> {
    const sessions = await this.store.list({ ...question, scope: listScope(actor) });
    const last = sessions.length >= question.limit ? sessions.at(-1) : undefined;
    return { sessions: sessions.filter((each) => may(actor, 'list', each)), ...(last && { next: cursorOf(last) }) };
  }

  /** Throws the same error if the session does not exist and if the actor may not see it. */
  async find(actor: Device, key: SessionKey, verb: SessionVerb): Promise<SharedSession> {
    const session = await this.store.session(key);
    if (session && may(actor, verb, session)) return session;
    if (session?.isWithdrawn && actor.person === session.owner) throw withdrawn();
    throw new TeamFailure('not_found', 'There is no such session.');
  }

  async open(
    actor: Device,
    key: SessionKey,
    verb: 'show' | 'pull',
  ): Promise<{ session: SharedSession; files: FileMark[] }> {
    const session = await this.find(actor, key, 'open');
    const files = await this.store.files(key);
    if (!files.some(({ file }) => file === mainFile(key)))
      throw new TeamFailure('not_found', 'There is no such session.');
    await this.noteRead(actor, session, verb);
    return { session, files };
  }

  /** Records the read, which the owner can see, before the first byte is sent. */
  async noteRead(actor: Device, { owner, session }: SessionKey, verb: 'show' | 'pull'): Promise<void> {
    const at = this.now();
    await this.note([{ owner, session, at, reader: actor.person, verb }], NOTED_FOR);
  }

  /** Records whose passages a search shows. Once a day for each session, so that the log stays short. */
  async noteSearch(actor: Device, { hits }: TeamResult): Promise<void> {
    const at = Math.floor(this.now() / DAY) * DAY;
    const found = new Map(hits.map(({ owner, session }) => [`${owner}/${session}`, { owner, session }]));
    const reads = [...found.values()].map((key) => ({ ...key, at, reader: actor.person, verb: 'search' as const }));
    await this.note(reads, DAY);
  }

  private async note(reads: readonly Read[], ms: number): Promise<void> {
    const keyOf = ({ reader, owner, session, verb }: Read) => JSON.stringify([reader, owner, session, verb]);
    const fresh = reads.filter((read) => {
      const last = this.noted.get(keyOf(read)) ?? Number.NEGATIVE_INFINITY;
      return read.reader !== read.owner && Math.abs(read.at - last) >= ms;
    });
    if (fresh.length === 0) return;
    await this.store.addReads(fresh);
    if (this.noted.size > MAX_NOTED) this.noted.clear();
    for (const read of fresh) this.noted.set(keyOf(read), read.at);
  }

  /** Who read the actor's sessions. */
  async readsOf(actor: Device): Promise<TitledRead[]> {
    const reads = await this.store.readsOf(actor.person);
    const ids = [...new Set(reads.map(({ session }) => session))];
    const found = await Promise.all(ids.map((session) => this.store.session({ owner: actor.person, session })));
    const titles = new Map(found.flatMap((each) => (each && !each.isWithdrawn ? [[each.session, each.title]] : [])));
    return reads.map((read) => ({ ...read, title: titles.get(read.session) ?? null }));
  }

  /** Called before the first push, and whenever what a list shows has changed. */
  async describe(actor: Device, id: string, { isAgain, ...facts }: SessionDescription): Promise<void> {
    const key = { owner: actor.person, session: id };
    const known = await this.store.session(key);
    const target = { ...key, visibility: facts.visibility, isWithdrawn: false };
    if (!may(actor, 'push', target)) throw new TeamFailure('not_allowed', 'A viewer shares no sessions.');
    if (known?.isWithdrawn && !isAgain) throw withdrawn();
    const isNew = !known || known.isWithdrawn;
    if (isNew) await this.quotas.take(actor.person, { bytes: 0, sessions: 1 });
    // If the visibility changes, the old content is deleted before the row is updated.
    if (known && !known.isWithdrawn && known.visibility !== facts.visibility) {
      await this.store.putSession({ ...known, isWithdrawn: true, version: this.now() });
      await this.store.removeContent(known);
    }
    const [pull] = (await this.store.pullsBy(actor.person, id)).filter(({ owner }) => owner !== actor.person);
    // The service's own clock decides what is newer. No session may end in the future, since retention counts from its end.
    const now = this.now();
    const version = Math.max(now, (known?.version ?? 0) + 1);
    const times = { startedAt: Math.min(facts.startedAt, now), endedAt: Math.min(facts.endedAt, now) };
    const copy = known
      ? { copyOf: known.copyOf, copiedAt: known.copiedAt }
      : { copyOf: pull?.owner ?? '', copiedAt: pull?.at ?? 0 };
    await this.store.putSession({ ...facts, ...times, ...key, ...copy, isWithdrawn: false, version });
  }

  async forPush(actor: Device, id: string): Promise<SharedSession> {
    const key = { owner: actor.person, session: id };
    const session = await this.store.session(key);
    if (session && !may(actor, 'push', session)) throw new TeamFailure('not_allowed', 'A viewer shares no sessions.');
    if (session?.isWithdrawn) throw withdrawn();
    if (!session) throw new TeamFailure('not_found', 'There is no such session.', { hint: 'Describe it first.' });
    return session;
  }

  /** Writes the tombstone first, so that the session can no longer be read. */
  async withdraw(actor: Device, key: SessionKey): Promise<void> {
    const session = await this.find(actor, key, 'withdraw');
    await this.remove(session);
  }

  async remove(session: SharedSession): Promise<void> {
    const { owner, session: id, visibility, copyOf, copiedAt } = session;
    const nothing = { title: '', project: '', cwd: '', home: '', platform: '', slug: '', branch: '' };
    const numbers = { startedAt: 0, endedAt: 0, turns: 0 };
    const version = Math.max(this.now(), session.version + 1);
    await this.store.putSession({
      owner, session: id, visibility, copyOf, copiedAt, ...nothing, ...numbers, isWithdrawn: true, version,
    }); // biome-ignore format: a row
    await this.store.removeContent(session);
    this.quotas.forget(owner);
  }

  /** Deletes sessions that ended before a time; without times, the last push counts. They may be shared again. */
  async removeOlder(before: number): Promise<number> {
    return this.each({ before }, (session) => this.store.forget(session));
  }

  async removePerson(person: string): Promise<number> {
    const removed = await this.each({ owner: person }, (session) => this.remove(session));
    await this.store.forgetReads(person);
    return removed;
  }

  private async each(
    question: { owner: string } | { before: number },
    work: (session: SharedSession) => Promise<void>,
  ): Promise<number> {
    for (let done = 0; ; ) {
      const sessions = await this.store.begun(question, LIMITS.listLimit);
      for (const session of sessions) await work(session);
      done += sessions.length;
      if (sessions.length === 0) return done;
    }
  }
}

/** A page of a list. */
export interface PageQuestion extends SessionFilter {
  id?: string | undefined;
  after?: ListPlace | undefined;
  limit: number;
}

const DAY = 86_400_000;
const NOTED_FOR = 60_000;
const MAX_NOTED = 100_000;

function withdrawn(): TeamFailure {
  return new TeamFailure('withdrawn', 'This session was withdrawn.', {
    hint: 'Share it again with: unspool team share SESSION --as team',
  });
}

export function mainFile({ session }: Pick<SessionKey, 'session'>): string {
  return `project/${session}.jsonl`;
}
