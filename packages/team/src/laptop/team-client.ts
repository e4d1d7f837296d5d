import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isObject } from '@unspool/session/read';
import { type FailureDetails, failureCodeOf, TeamFailure } from '../contract/failure.js';
import type {
  Device,
  FileMark,
  Held,
  Quota,
  Role,
  SessionCounts,
  SessionFacts,
  SessionKey,
  SharedSession,
  Stored,
  TeamResult,
  TitledRead,
  UsageRow,
  Visibility,
} from '../contract/model.js';
import { checkAnswered } from '../contract/names.js';
import { isAfter, placeIn } from '../contract/place.js';

export interface Joined {
  token: string;
  team: string;
  person: string;
  role: Role;
  device: string;
}

export interface PushedPiece {
  session: string;
  file: string;
  generation: number;
  offset: number;
  version: number;
  isWhole: boolean;
  fileSha256: string;
  bytes: Uint8Array;
}

export type Description = SessionFacts & { visibility: Visibility; version: number; isAgain?: boolean };

/** Why a session is read, as its owner sees it. */
export type Reason = 'show' | 'pull';

/** Which sessions to list. `id` is the start of a session's id. */
export interface ListFilter {
  person?: string | undefined;
  project?: string | undefined;
  since?: number | undefined;
  id?: string | undefined;
}

export interface SessionPage {
  sessions: SharedSession[];
  /** Where the next page begins; missing on the last one. */
  next?: string;
}

/** `since` counts the sessions that have ended since each of `times`. */
export type TeamCounts = SessionCounts & { times: number[] };

export interface QuotaReport {
  default: Omit<Quota, 'person'>;
  people: (Stored & { quota: Quota })[];
}

/** Calls the service. Errors are `TeamFailure`; if the service does not answer, the code is `unreachable`. */
export class TeamClient {
  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
    private readonly fetched: typeof fetch = fetch,
  ) {}

  join(code: string, device: string): Promise<Joined> {
    return this.json('POST', '/v1/join', { code, device });
  }

  me(): Promise<Omit<Joined, 'token'> & { name: string; keepDays: number }> {
    return this.json('GET', '/v1/me');
  }

  invite(person: string, role: Role): Promise<{ code: string }> {
    return this.json('POST', '/v1/invites', { person, role });
  }

  async devices(): Promise<Omit<Device, 'tokenSha256'>[]> {
    return (await this.json<{ devices: Omit<Device, 'tokenSha256'>[] }>('GET', '/v1/devices')).devices;
  }

  revoke(device: string): Promise<unknown> {
    return this.json('POST', `/v1/devices/${encodeURIComponent(device)}/revoke`, {});
  }

  removePerson(person: string): Promise<{ devices: number; sessions: number }> {
    return this.json('DELETE', `/v1/people/${encodeURIComponent(person)}`);
  }

  describe(session: string, description: Description): Promise<unknown> {
    return this.json('PUT', `/v1/sessions/${encodeURIComponent(session)}`, description);
  }

  async push({ session, bytes, isWhole, ...rest }: PushedPiece): Promise<Held> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const query = new URLSearchParams({ sha256, whole: isWhole ? '1' : '0' });
    for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
    const body = await promisify(gzip)(bytes, { level: 5 });
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/octet-stream' };
    const answer = await this.send(`/v1/sessions/${session}/push?${query}`, { method: 'POST', headers, body });
    return (await answer.json()) as Held;
  }

  /** All matching sessions, newest first, fetched page by page. */
  async *sessions(filter: ListFilter = {}): AsyncGenerator<SharedSession> {
    for (let after: string | undefined; ; ) {
      const { sessions, next } = await this.page({ ...filter, ...(after !== undefined && { after }) });
      yield* sessions;
      if (next === undefined) return;
      // A service that names the same place again would never come to an end.
      if (after !== undefined && !isAfter(placeIn(next), placeIn(after))) throw wrongList();
      after = next;
    }
  }

  /** Only what was asked for, whatever the service sends. */
  async page(question: ListFilter & { after?: string; limit?: number }): Promise<SessionPage> {
    const { person, id = '' } = question;
    const { sessions, next } = await this.json<SessionPage>('GET', `/v1/sessions?${queryOf(question)}`);
    if (!Array.isArray(sessions)) throw wrongList();
    const asked = sessions
      .map(checkAnswered)
      .filter(({ owner, session }) => (person === undefined || owner === person) && session.startsWith(id));
    return { sessions: asked, ...(next !== undefined && { next }) };
  }

  counts(question: ListFilter & { times?: readonly number[] }): Promise<TeamCounts> {
    return this.json('GET', `/v1/counts?${queryOf({ ...question, times: question.times?.join(',') })}`);
  }

  quotas(): Promise<QuotaReport> {
    return this.json('GET', '/v1/quotas');
  }

  putQuota(quota: Quota): Promise<Quota> {
    return this.json('PUT', '/v1/quotas', quota);
  }

  async open(owner: string, session: string, reason: Reason): Promise<{ session: SharedSession; files: FileMark[] }> {
    const path = pathOf(checkAnswered({ owner, session }));
    const opened = await this.json<{ session: SharedSession; files: FileMark[] }>('GET', `${path}?for=${reason}`);
    // Not what the answer says, but the session that was requested.
    return { ...opened, session: { ...opened.session, owner, session } };
  }

  /** The bytes of a file. The caller checks them against the mark. */
  async *file(mark: FileMark, reason: Reason): AsyncGenerator<Uint8Array> {
    const query = new URLSearchParams({ name: mark.file, for: reason });
    const answer = await this.send(`${pathOf(mark)}/file?${query}`, {});
    try {
      for await (const part of answer.body ?? []) yield part as Uint8Array;
    } catch (error) {
      throw unreachable(this.url, error);
    }
  }

  withdraw(owner: string, session: string): Promise<unknown> {
    return this.json('POST', `${pathOf({ owner, session })}/withdraw`, {});
  }

  search(question: { [name: string]: string }): Promise<TeamResult> {
    return this.json('GET', `/v1/search?${new URLSearchParams(question)}`);
  }

  async usage(question: { [name: string]: string }): Promise<UsageRow[]> {
    return (await this.json<{ rows: UsageRow[] }>('GET', `/v1/usage?${new URLSearchParams(question)}`)).rows;
  }

  async reads(): Promise<TitledRead[]> {
    return (await this.json<{ reads: TitledRead[] }>('GET', '/v1/reads')).reads;
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { 'Content-Type': 'application/json' };
    }
    return (await (await this.send(path, init)).json()) as T;
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== undefined) headers.set('Authorization', `Bearer ${this.token}`);
    let answer: Response;
    try {
      answer = await this.fetched(`${this.url}${path}`, {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw unreachable(this.url, error);
    }
    if (answer.ok) return answer;
    throw await failureOf(answer, this.url);
  }
}

function queryOf(given: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query;
}

function pathOf({ owner, session }: SessionKey): string {
  return `/v1/sessions/${encodeURIComponent(owner)}/${encodeURIComponent(session)}`;
}

function wrongList(): TeamFailure {
  return new TeamFailure('bad_request', 'The service sent a list that cannot be read.', {
    hint: 'Ask the person who runs the service.',
  });
}

const TIMEOUT = 120_000;

function unreachable(url: string, error: unknown): TeamFailure {
  const { cause, message } = error as Error & { cause?: Error };
  return new TeamFailure('unreachable', `${url} is not responding.`, {
    why: cause?.message || message,
    hint: 'What is queued stays queued.',
  });
}

async function failureOf(answer: Response, url: string): Promise<TeamFailure> {
  const value: unknown = await answer.json().catch(() => undefined);
  const error = isObject(value) && isObject(value['error']) ? value['error'] : {};
  const code = failureCodeOf(error['code']);
  if (code) return new TeamFailure(code, String(error['message']), error as FailureDetails);
  return new TeamFailure(
    answer.status >= 500 ? 'store_unavailable' : 'bad_request',
    `${url} answered ${answer.status}.`,
    {
      hint: 'Is this the address of a team service?',
    },
  );
}
