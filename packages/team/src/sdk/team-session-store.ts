import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions } from '@unspool/session';
import { makeFolder } from '@unspool/session/write';
import { TeamFailure } from '../contract/failure.js';
import type { SharedSession } from '../contract/model.js';
import { collect } from '../laptop/collect.js';
import { fetchSession } from '../laptop/fetch-session.js';
import type { Membership } from '../laptop/membership.js';
import { pushQueue } from '../laptop/push-queue.js';
import { Queue } from '../laptop/queue.js';
import { TeamClient } from '../laptop/team-client.js';
import { entriesIn, folderOf, KeptEntries } from './kept-entries.js';
import type { SessionKey, SessionStoreEntry } from './session-key.js';

export interface TeamSessionStoreOptions {
  /** From `membershipOf`, after `unspool team join` on this machine. */
  membership: Pick<Membership, 'url' | 'token' | 'person' | 'salt'>;
  /** Where entries are kept, until the service has them and for the next start. */
  folder: string;
  /** Who sees the sessions. Default: this person's machines. */
  as?: 'own' | 'team';
  /** If false, entries are sent with their secrets, so that another machine loads exactly what was appended. */
  redact?: boolean;
}

const SEND_DELAY_MS = 200;
const RETRY_MS = 5000;

/**
 * The Agent SDK's SessionStore. `append` resolves once the entries are on this disk. They are sent in the background, and
 * retried until the service has them.
 */
export class TeamSessionStore {
  private readonly client: TeamClient;
  private readonly kept: KeptEntries;
  private readonly queue: Queue;
  private sending: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: TeamSessionStoreOptions) {
    this.client = new TeamClient(options.membership.url, options.membership.token);
    const projects = join(options.folder, 'projects');
    makeFolder(projects);
    this.kept = new KeptEntries(projects);
    this.queue = new Queue(join(options.folder, 'queue'));
  }

  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    this.kept.append(key, entries);
    this.sendIn(SEND_DELAY_MS);
  }

  /** What this machine wrote, or what another one pushed. Null for a key that was never written. */
  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    return this.kept.load(key) ?? (await this.fromService(key));
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const found = new Map<string, number>();
    for (const { session, version } of await this.shared(projectKey)) found.set(session, version);
    const { sessions } = listSessions({ folder: this.options.folder, projects: this.kept.projects });
    for (const { sessionId, slug, mtimeMs, hasMain } of sessions) {
      if (hasMain && slug === folderOf(projectKey)) found.set(sessionId, Math.floor(mtimeMs));
    }
    return [...found].map(([sessionId, mtime]) => ({ sessionId, mtime }));
  }

  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    const own = this.kept.subkeys(key);
    if (this.kept.load(key)) return own;
    const shared = (await this.shared(key.projectKey)).find(({ session }) => session === key.sessionId);
    if (!shared) return own;
    const { files } = await this.client.open(shared.owner, shared.session, 'show');
    const start = `project/${key.sessionId}/`;
    const names = files.map(({ file }) => file).filter((file) => file.startsWith(start) && file.endsWith('.jsonl'));
    return names.map((file) => file.slice(start.length, -'.jsonl'.length));
  }

  /** Deleting a whole session also withdraws it from the service. */
  async delete(key: SessionKey): Promise<void> {
    this.kept.remove(key);
    if (key.subpath !== undefined) return;
    await this.settled();
    this.queue.remove(key.sessionId);
    const { person } = this.options.membership;
    await this.client.withdraw(person, key.sessionId).catch((error: unknown) => {
      const isGone = error instanceof TeamFailure && (error.code === 'not_found' || error.code === 'withdrawn');
      if (!isGone) throw error;
    });
  }

  /** Sends the queue. Rejects if the service refuses something, which then stays queued. */
  async flush(): Promise<void> {
    await this.settled();
    await this.send();
  }

  /** Stops sending in the background. The next start sends what is still queued. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.settled();
  }

  private async settled(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.sending;
  }

  /** A failure here only means a retry; `flush` reports it to the caller. */
  private sendIn(ms: number): void {
    if (this.isClosed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sending = this.sending.then(() => this.send()).catch(() => this.sendIn(RETRY_MS));
    }, ms).unref();
  }

  private async send(): Promise<void> {
    const { membership, folder, as = 'own', redact = true } = this.options;
    const { sessions } = listSessions({ folder, projects: this.kept.projects });
    const machine = { home: homedir(), platform: process.platform };
    const rules = sessions.map(({ sessionId }) => ({ match: sessionId, as, ...(!redact && { isUnredacted: true }) }));
    const { queue, client } = this;
    for (const _ of collect({ sessions, rules, queue, salt: membership.salt, ...machine, now: Date.now() })) {
      // Each step queues one session.
    }
    await pushQueue({ queue, client, person: membership.person, ...machine, now: Date.now });
  }

  private async shared(projectKey: string): Promise<SharedSession[]> {
    const { person } = this.options.membership;
    const sessions: SharedSession[] = [];
    for await (const session of this.client.sessions({ person })) {
      if (session.slug === folderOf(projectKey)) sessions.push(session);
    }
    return sessions;
  }

  private async fromService(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const shared = (await this.shared(key.projectKey)).find(({ session }) => session === key.sessionId);
    if (!shared) return null;
    const scratch = mkdtempSync(join(tmpdir(), 'unspool-store-'));
    try {
      const { owner, session } = shared;
      const { files } = await fetchSession({ owner, session, reason: 'pull' }, this.client, scratch);
      const name = key.subpath === undefined ? `project/${session}.jsonl` : `project/${session}/${key.subpath}.jsonl`;
      return files.some(({ file }) => file === name) ? entriesIn(join(scratch, ...name.split('/'))) : null;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}
