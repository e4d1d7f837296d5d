import { TOOL } from '@unspool/session/tools';
import type { ToolContext } from '../tool.js';
import { privateAddress } from './private-address.js';

export interface Page {
  url: string;
  code: number;
  codeText: string;
  type: string;
  bytes: number;
  text: string;
  /** Whether only the beginning was read. */
  isCut: boolean;
}

export type Fetched = { kind: 'page'; page: Page } | { kind: 'refused'; why: string };

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 10;

/**
 * Fetches a page over https. Refuses hosts on this machine or its network unless the user allows them. Follows a redirect
 * to another host only if that host is permitted.
 */
export async function fetchPage(address: string, context: ToolContext): Promise<Fetched> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let url: URL | undefined = addressOf(address, context);
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    if (!url) return refused(`${address} is not a page address (https://…).`);
    const closed = await hostRefusal(url, context);
    if (closed !== undefined) return refused(closed);
    const response = await context.fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept: 'text/html, text/markdown, text/plain, application/json, */*;q=0.1', 'user-agent': 'unspool' },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return read(response, url, signal);
    await response.body?.cancel();
    const next = addressOf(new URL(location, url).href, context);
    if (next && hostOf(next) !== hostOf(url)) {
      const decision = await context.checkPermission(TOOL.WebFetch, { url: next.href });
      if (decision.behavior !== 'allow')
        return refused(`The page redirects to another host, which is not permitted: ${next.href}`);
    }
    url = next;
  }
  return refused('The page redirects too many times.');
}

function addressOf(address: string, context: ToolContext): URL | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'http:' && !allowsPrivate(context)) url.protocol = 'https:';
  return url;
}

/** Only the user can allow this, when starting the program; the model cannot. */
function allowsPrivate({ env }: ToolContext): boolean {
  return env['UNSPOOL_WEBFETCH_PRIVATE'] === '1';
}

async function hostRefusal(url: URL, context: ToolContext): Promise<string | undefined> {
  if (allowsPrivate(context)) return undefined;
  const found = await privateAddress(url.hostname);
  if (found === undefined) return undefined;
  return `${url.hostname} is an address of this machine or its network (${found}). Set UNSPOOL_WEBFETCH_PRIVATE=1 to allow such addresses.`;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^www\./, '');
}

async function read(response: Response, url: URL, signal: AbortSignal): Promise<Fetched> {
  const type = (response.headers.get('content-type') ?? 'text/plain').toLowerCase();
  if (!response.ok) {
    await response.body?.cancel();
    return refused(`Request failed with status code ${response.status}`);
  }
  if (!/^text\/|json|xml|javascript|yaml|toml|x-www-form/.test(type)) {
    await response.body?.cancel();
    return refused(`The page is not text (${type}). Download it with Bash if you need it.`);
  }
  const { chunks, bytes, isCut } = await readBounded(response, signal);
  const charset = /charset=["']?([\w-]+)/.exec(type)?.[1] ?? 'utf-8';
  const text = decoderFor(charset).decode(Buffer.concat(chunks));
  const codeText = response.statusText || 'OK';
  return { kind: 'page', page: { url: url.href, code: response.status, codeText, type, bytes, text, isCut } };
}

async function readBounded(response: Response, signal: AbortSignal) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader && bytes < MAX_BYTES && !signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return { chunks, bytes, isCut: false };
    chunks.push(value.subarray(0, MAX_BYTES - bytes));
    bytes += value.length;
  }
  await reader?.cancel();
  return { chunks, bytes: Math.min(bytes, MAX_BYTES), isCut: reader !== undefined };
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    // Unknown charset: assume UTF-8.
    return new TextDecoder();
  }
}

function refused(why: string): Fetched {
  return { kind: 'refused', why };
}
