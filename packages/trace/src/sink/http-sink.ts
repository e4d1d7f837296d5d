import { exportRequest, type OtlpEncoding } from '../otlp/export-request.js';
import { partialSuccessOf } from '../otlp/partial-success.js';
import type { Sender } from '../otlp/resource.js';
import type { SentSpan } from '../otlp/sent-span.js';
import { type Outcome, outcomeOf } from './outcome.js';
import type { Sink } from './sink.js';

export interface Endpoint {
  url: string;
  encoding: OtlpEncoding;
  gzip: boolean;
  headers: Record<string, string>;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpWorld {
  sender: Sender;
  fetch: Fetch;
  now: () => number;
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Of an answer; a proxy's error page has no end. */
const MOST_TEXT = 500;

/** Any OTLP/HTTP receiver. */
export function httpSink(name: string, endpoint: Endpoint, world: HttpWorld): Sink {
  return { name, send: (spans) => post(spans, endpoint, world) };
}

async function post(spans: readonly SentSpan[], endpoint: Endpoint, world: HttpWorld): Promise<Outcome> {
  const { body, headers } = await exportRequest(spans, world.sender, endpoint);
  try {
    const response = await world.fetch(endpoint.url, {
      method: 'POST',
      body,
      headers: { ...headers, ...endpoint.headers },
      // A redirect would turn the post into a get, and carry keys to who knows where.
      redirect: 'manual',
      signal: AbortSignal.timeout(world.timeoutMs ?? TIMEOUT_MS),
    });
    const answer = new Uint8Array(await response.arrayBuffer());
    const text = response.ok ? '' : (leadsTo(response) ?? oneLine(answer));
    const outcome = outcomeOf(response.status, text, response.headers.get('retry-after'), world.now());
    if (outcome.kind !== 'accepted') return outcome;
    if (isWebPage(response)) return { kind: 'retry', reason: WEB_PAGE };
    const note = partialSuccessOf(answer, response.headers.get('content-type') ?? '');
    return note ? { kind: 'accepted', note } : outcome;
  } catch (error) {
    return { kind: 'retry', reason: networkReason(error) };
  }
}

export const WEB_PAGE = 'the answer is a web page, not that of a receiver of spans';

/** The login page of a network or of a proxy says 200, too, and nothing has arrived. */
export function isWebPage({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('text/html') === true;
}

/** Where a redirect goes: mostly to the address that should have been given, or to a login. */
export function leadsTo({ status, headers }: Pick<Response, 'status' | 'headers'>): string | undefined {
  const place = headers.get('location');
  return status >= 300 && status < 400 && place !== null ? `it leads to ${place.slice(0, MOST_TEXT)}` : undefined;
}

function oneLine(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MOST_TEXT)).toString('utf8').replace(/\s+/g, ' ').trim();
}

/** fetch says "fetch failed" and hides why in the cause. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined;
  return code === undefined || code === '' ? error.message : `${error.message} (${code})`;
}
