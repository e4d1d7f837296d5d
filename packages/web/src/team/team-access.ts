import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSessionId } from '@unspool/session/locate';
import {
  cacheFolder,
  fetchSession,
  isPerson,
  type ListFilter,
  type Membership,
  membershipOf,
  type SessionPage,
  type SharedSession,
  TeamClient,
  type TeamCounts,
  type TeamResult,
  type TitledRead,
  type UsageRow,
} from '@unspool/team';
import { AppFailure, notFound } from '../failure.js';
import type { TeamMember } from '../view/team-view.js';
import { asAppFailure } from './team-failure.js';

/** A session on screen is fetched again after this time, since it may have been withdrawn or have grown. */
const OPEN_FOR = 10_000;

interface Opened {
  shared: SharedSession;
  file: string;
}

/** What this machine may see of its team. Sessions are fetched into a cache and read from there. */
export class TeamAccess {
  private readonly opened = new Map<string, { at: number; session: Promise<Opened> }>();

  /** `dataFolder` is the user's own, even while samples are shown. Without it there is no team. */
  constructor(private readonly dataFolder: string | undefined) {}

  member(): TeamMember | null {
    const membership = this.membership();
    return membership ? { team: membership.team, person: membership.person, role: membership.role } : null;
  }

  list(filter: ListFilter & { after?: string; limit: number }): Promise<SessionPage> {
    return this.asked((client) => client.page(filter));
  }

  counts(filter: ListFilter & { times: readonly number[] }): Promise<TeamCounts> {
    return this.asked((client) => client.counts(filter));
  }

  search(question: { [name: string]: string }): Promise<TeamResult> {
    return this.asked((client) => client.search(question));
  }

  usage(question: { [name: string]: string }): Promise<UsageRow[]> {
    return this.asked((client) => client.usage(question));
  }

  reads(): Promise<TitledRead[]> {
    return this.asked((client) => client.reads());
  }

  /** A shared session as a local file. */
  open(id: string): Promise<Opened> {
    const now = performance.now();
    const known = this.opened.get(id);
    if (known && now - known.at < OPEN_FOR) return known.session;
    const session = this.fetched(id);
    this.opened.set(id, { at: now, session });
    session.catch(() => this.opened.delete(id));
    return session;
  }

  private async fetched(id: string): Promise<Opened> {
    const { owner, session } = teamKeyOf(id);
    const folder = cacheFolder(this.dataFolder ?? '', { owner, session });
    try {
      const { shared } = await this.asked((client) => fetchSession({ owner, session, reason: 'show' }, client, folder));
      return { shared, file: join(folder, 'project', `${session}.jsonl`) };
    } catch (error) {
      // The session was withdrawn, so its cached copy is deleted too.
      if (error instanceof AppFailure && error.status === 404) rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private async asked<T>(ask: (client: TeamClient) => Promise<T>): Promise<T> {
    const membership = this.membership();
    if (!membership) throw new AppFailure(409, 'This machine is not part of a team.', { hint: JOIN });
    try {
      return await ask(new TeamClient(membership.url, membership.token));
    } catch (error) {
      throw asAppFailure(error);
    }
  }

  private membership(): Membership | undefined {
    return this.dataFolder === undefined ? undefined : membershipOf(this.dataFolder);
  }
}

const JOIN = 'Join one with: unspool team join URL CODE';

export function teamId({ owner, session }: { owner: string; session: string }): string {
  return `${owner}~${session}`;
}

/** Whether an id names a shared session: no session on disk has a tilde in its name. */
export function isTeamId(id: string): boolean {
  return id.includes('~');
}

export function teamKeyOf(id: string): { owner: string; session: string } {
  const [owner = '', session = '', ...rest] = id.split('~');
  if (isPerson(owner) && isSessionId(session) && rest.length === 0) return { owner, session };
  throw notFound('There is no such session.');
}
