import { lookForServer } from './connection.js';
import type { AppState, Failure } from './contract.js';

/** A request that failed, with the server's explanation. */
export class RequestError extends Error {
  readonly why: string | null;
  readonly hint: string | null;
  readonly status: number;
  constructor(status: number, failure: Failure['error']) {
    super(failure.what);
    this.status = status;
    this.why = failure.why;
    this.hint = failure.hint;
  }
}

let token = '';

/** Every POST needs the token, which comes with the state. */
export function keepToken(state: AppState): void {
  token = state.writeToken;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer<T>(await ask(path, signal ? { signal } : {}));
}

export async function getText(path: string): Promise<string> {
  const response = await ask(path, {});
  return response.ok ? response.text() : answer(response);
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-unspool-token': token };
  return answer<T>(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** A path with a query; unset values are left out. */
export function url(path: string, query: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  if (!path.startsWith('/api/')) throw new Error(`Not a path of ours: ${path}`);
  try {
    // Answers are not cached. Saying so here also keeps windows with the same request from waiting for each other.
    return await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void lookForServer();
    throw new RequestError(0, {
      what: 'Unspool is not responding.',
      why: 'The command that serves this page has probably stopped.',
      hint: 'Start it again in a terminal: unspool',
    });
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw new RequestError(response.status, await failureOf(response));
}

async function failureOf(response: Response): Promise<Failure['error']> {
  if (response.status === 401) {
    return {
      what: 'This page is locked.',
      why: 'The address has no key, or the server was started again.',
      hint: 'Open the whole address that the unspool command printed. It works once: press Enter in that terminal for another.',
    };
  }
  try {
    const { error } = (await response.json()) as Failure;
    if (typeof error?.what === 'string') return error;
  } catch {
    // Not JSON: only the status is known.
  }
  return { what: `The server answered ${response.status}.`, why: null, hint: null };
}
