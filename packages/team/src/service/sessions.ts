import { TeamFailure } from '../contract/failure.js';
import type { Device, FileMark, Read, SessionKey, SharedSession } from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import { may, type SessionVerb } from './authorise.js';
import type { SessionDescription } from './session-description.js';

/** The team's sessions, as far as a device may see and change them. */
export class Sessions {
  /** Reads that were recorded recently, since opening a session takes several requests. */
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly store: TeamStore,
    private readonly now: () => number,
  ) {}

  async list(actor: Device): Promise<SharedSession[]> {
    return (await this.store.sessions()).filter((session) => may(actor, 'list', session));
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
    verb: Read['verb'],
  ): Promise<{ session: SharedSession; files: FileMark[] }> {
    const session = await this.find(actor, key, 'open');
    const files = await this.store.files(key);
    if (!files.some(({ file }) => file === mainFile(key)))
      throw new TeamFailure('not_found', 'There is no such session.');
    await this.noteRead(actor, session, verb);
    return { session, files };
  }

  /** Records the read, which the owner can see, before the first byte is sent. */
  async noteRead(actor: Device, { owner, session }: SessionKey, verb: Read['verb']): Promise<void> {
    if (actor.person === owner) return;
    const at = this.now();
    const key = JSON.stringify([actor.person, owner, session, verb]);
    if (at - (this.noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_FOR) return;
    await this.store.addRead({ owner, session, at, reader: actor.person, verb });
    if (this.noted.size > MAX_NOTED) this.noted.clear();
    this.noted.set(key, at);
  }

  /** Called before the first push, and whenever what a list shows has changed. */
  async describe(actor: Device, id: string, { isAgain, ...facts }: SessionDescription): Promise<void> {
    const key = { owner: actor.person, session: id };
    const known = await this.store.session(key);
    const target = { ...key, visibility: facts.visibility, isWithdrawn: false };
    if (!may(actor, 'push', target)) throw new TeamFailure('not_allowed', 'A viewer shares no sessions.');
    if (known?.isWithdrawn && !isAgain) throw withdrawn();
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
  }

  /** Deletes sessions that ended before a time; without times, the last push counts. They may be shared again. */
  async removeOlder(before: number): Promise<number> {
    const old = (await this.store.begunSessions()).filter(({ endedAt, version }) => (endedAt || version) < before);
    for (const session of old) await this.store.forget(session);
    return old.length;
  }

  async removePerson(person: string): Promise<number> {
    const sessions = (await this.store.begunSessions()).filter(({ owner }) => owner === person);
    for (const session of sessions) await this.remove(session);
    await this.store.forgetReads(person);
    return sessions.length;
  }
}

const NOTED_FOR = 60_000;
const MAX_NOTED = 10_000;

function withdrawn(): TeamFailure {
  return new TeamFailure('withdrawn', 'This session was withdrawn.', {
    hint: 'Share it again with: unspool team share SESSION --as team',
  });
}

export function mainFile({ session }: Pick<SessionKey, 'session'>): string {
  return `project/${session}.jsonl`;
}
