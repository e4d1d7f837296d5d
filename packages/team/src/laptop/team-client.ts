import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isObject } from '@unspool/session/read';
import { type FailureDetails, failureCodeOf, TeamFailure } from '../contract/failure.js';
import type {
  Device,
  FileMark,
  Held,
  Read,
  Role,
  SessionFacts,
  SessionKey,
  SharedSession,
  TeamResult,
  UsageRow,
  Visibility,
} from '../contract/model.js';
import { checkAnswered } from '../contract/names.js';

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

  async sessions(): Promise<SharedSession[]> {
    return (await this.json<{ sessions: SharedSession[] }>('GET', '/v1/sessions')).sessions.map(checkAnswered);
  }

  async open(
    owner: string,
    session: string,
    reason: Read['verb'],
  ): Promise<{ session: SharedSession; files: FileMark[] }> {
    const path = pathOf(checkAnswered({ owner, session }));
    const opened = await this.json<{ session: SharedSession; files: FileMark[] }>('GET', `${path}?for=${reason}`);
    // Not what the answer says, but the session that was requested.
    return { ...opened, session: { ...opened.session, owner, session } };
  }

  /** The bytes of a file. The caller checks them against the mark. */
  async *file(mark: FileMark, reason: Read['verb']): AsyncGenerator<Uint8Array> {
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

  async reads(): Promise<Read[]> {
    return (await this.json<{ reads: Read[] }>('GET', '/v1/reads')).reads;
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

function pathOf({ owner, session }: SessionKey): string {
  return `/v1/sessions/${encodeURIComponent(owner)}/${encodeURIComponent(session)}`;
}

const TIMEOUT = 120_000;

function unreachable(url: string, error: unknown): TeamFailure {
  const { cause, message } = error as Error & { cause?: Error };
  return new TeamFailure('unreachable', `${url} does not answer.`, {
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
