import { type Entry, isAssistant } from '../entry/entry.js';
import { text } from '../graph/facts.js';
import type { Node } from '../graph/node.js';
import type { JsonObject } from '../line/line.js';
import { SYNTHETIC } from '../message/reply.js';
import { type UsageRecord, usageOf } from '../scan/usage-record.js';
import type { RawKernel } from './raw-kernel.js';
import { lentKernel, textIn } from './raw-message.js';

/** What a reply's line says of the request that it answers, beside what was said. */
export interface RequestFacts {
  requestId: string | undefined;
  requestedModel: string | undefined;
  effort: string | undefined;
  /** As `usageOf` gives it for the line. */
  usage: UsageRecord | undefined;
}

/** By their place in assembly/raw-blocks.ts. */
const [REQUEST_ID, REQUESTED_MODEL, EFFORT, FORKED_FROM, SPEED, GEO, SEARCHES] = [0, 1, 2, 3, 4, 5, 6];

/** Of the line of a reply; undefined where only reading it can tell. `bytes` must be UTF-8. */
export function rawRequest(bytes: Buffer, node: Node): RequestFacts | undefined {
  if (node.reply?.messageId === undefined && isOddName(node.uuid)) return undefined;
  const { byte, length } = node.place;
  const kernel = lentKernel();
  if (kernel.read(bytes, byte, byte + length) === undefined) return undefined;
  return {
    requestId: textOf(kernel, bytes, REQUEST_ID),
    requestedModel: textOf(kernel, bytes, REQUESTED_MODEL),
    effort: textOf(kernel, bytes, EFFORT),
    usage: rawUsage(kernel, bytes, node),
  };
}

/** Made by the graph from what is no text; usage goes by texts only. */
function isOddName(uuid: string | undefined): boolean {
  return uuid?.startsWith('\0') === true;
}

/** The same from the entry. */
export function requestOf(entry: Entry): RequestFacts | undefined {
  if (!isAssistant(entry)) return undefined;
  const { requestId, requestedModel, effort } = entry;
  return {
    requestId: text(requestId),
    requestedModel: text(requestedModel),
    effort: text(effort),
    usage: usageOf(entry as unknown as JsonObject),
  };
}

/** Most of it the node knows already. */
function rawUsage(kernel: RawKernel, bytes: Buffer, node: Node): UsageRecord | undefined {
  const { reply } = node;
  if (!reply?.tokens || reply.model === SYNTHETIC) return undefined;
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = reply.tokens;
  return {
    key: reply.messageId ?? node.uuid,
    model: reply.model ?? '',
    time: node.time,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    webSearches: searchesOf(kernel, bytes),
    isFast: textOf(kernel, bytes, SPEED) === 'fast',
    isUs: textOf(kernel, bytes, GEO) === 'us',
    isSidechain: node.isSidechain,
    isForked: kernel.besideStart(FORKED_FROM) !== 0,
    isEmbedded: false,
  };
}

function searchesOf(kernel: RawKernel, bytes: Buffer): number {
  const start = kernel.besideStart(SEARCHES);
  if (start === 0) return 0;
  const count = Number(bytes.toString('latin1', start, kernel.besideEnd(SEARCHES)));
  return count > 0 ? Math.floor(count) : 0;
}

function textOf(kernel: RawKernel, bytes: Buffer, what: number): string | undefined {
  return textIn(bytes, kernel.besideStart(what), kernel.besideEnd(what));
}
