import { encodedSize } from '../otlp/encode-json.js';
import { exportRequest, type OtlpEncoding } from '../otlp/export-request.js';
import { partialSuccessOf } from '../otlp/partial-success.js';
import type { Sender } from '../otlp/resource.js';
import type { SentSpan } from '../otlp/sent-span.js';
import type { Answer, Ask } from './ask.js';
import { noAnswer } from './no-answer.js';
import { type Outcome, outcomeOf } from './outcome.js';
import type { Sink } from './sink.js';

export interface Endpoint {
  url: string;
  encoding: OtlpEncoding;
  gzip: boolean;
  headers: Record<string, string>;
}

export interface HttpWorld {
  sender: Sender;
  ask: Ask;
  now: () => number;
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Maximum length of a response's text in a message. */
const MAX_TEXT = 500;

/** Any OTLP/HTTP receiver. */
export function httpSink(name: string, endpoint: Endpoint, world: HttpWorld): Sink {
  /** The smallest batch that was too large; batches of this size are not tried again. */
  let tooLarge: { bytes: number; outcome: Outcome } | undefined;
  return {
    name,
    send: async (spans): Promise<Outcome> => {
      // A single span cannot be split, and may compress better than another of its size.
      if (tooLarge && spans.length > 1 && encodedSize(spans) >= tooLarge.bytes) return tooLarge.outcome;
      const outcome = await post(spans, endpoint, world);
      if (outcome.kind === 'too_large') {
        tooLarge = { bytes: Math.min(encodedSize(spans), tooLarge?.bytes ?? Number.POSITIVE_INFINITY), outcome };
      }
      return outcome;
    },
  };
}

async function post(spans: readonly SentSpan[], endpoint: Endpoint, world: HttpWorld): Promise<Outcome> {
  const { body, headers } = await exportRequest(spans, world.sender, endpoint);
  try {
    const answer = await world.ask(endpoint.url, {
      method: 'POST',
      headers: { ...headers, ...endpoint.headers },
      body,
      timeoutMs: world.timeoutMs ?? TIMEOUT_MS,
    });
    const { status } = answer;
    const text = isOk(answer) ? '' : (leadsTo(answer) ?? oneLine(answer.body));
    const outcome = outcomeOf(status, text, answer.headers['retry-after'], world.now());
    if (outcome.kind !== 'accepted') return outcome;
    if (isWebPage(answer)) return { kind: 'retry', reason: WEB_PAGE };
    const note = partialSuccessOf(answer.body, answer.headers['content-type'] ?? '');
    return note ? { kind: 'accepted', note } : outcome;
  } catch (error) {
    return { kind: 'retry', reason: noAnswer(error) };
  }
}

export function isOk({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

export const WEB_PAGE = 'the server responded with a web page instead of OTLP; check the address';

/** The login page of a network or a proxy also has status 200, but the spans did not arrive. */
export function isWebPage({ headers }: Answer): boolean {
  return headers['content-type']?.toLowerCase().startsWith('text/html') === true;
}

/** Where a redirect goes: usually the correct address, or a login page. */
export function leadsTo({ status, headers: { location } }: Answer): string | undefined {
  return status >= 300 && status < 400 && location !== undefined
    ? `it redirects to ${location.slice(0, MAX_TEXT)}`
    : undefined;
}

function oneLine(bytes: Buffer): string {
  return bytes.toString('utf8', 0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
