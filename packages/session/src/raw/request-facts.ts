import { type UsageRecord, usageOf } from '../facts/usage.js';
import { type Entry, isAssistant } from '../format/entry.js';
import type { Node } from '../graph/node.js';
import type { JsonObject } from '../line/line.js';
import { SYNTHETIC } from '../message/reply.js';
import type { RawLines } from './raw-lines.js';
import { textIn } from './raw-message.js';

/** What a reply's line says of the request that it answers, beside what was said. */
export interface RequestFacts {
  requestId: string | undefined;
  requestedModel: string | undefined;
  effort: string | undefined;
  /** As `usageOf` gives it for the line. */
  usage: UsageRecord | undefined;
}

/** By their place in assembly/beside-content.ts. */
const [REQUEST_ID, REQUESTED_MODEL, EFFORT, FORKED_FROM, SPEED, GEO, SEARCHES] = [0, 1, 2, 3, 4, 5, 6];

/** Of the line of a reply; undefined where only reading it can tell. */
export function rawRequest(bytes: Buffer, lines: RawLines, node: Node): RequestFacts | undefined {
  if (node.reply?.messageId === undefined && isOddName(node.uuid)) return undefined;
  const place = lines.placeOf(node);
  if (place === undefined) return undefined;
  const beside = { bytes, lines, place };
  return {
    requestId: textOf(beside, REQUEST_ID),
    requestedModel: textOf(beside, REQUESTED_MODEL),
    effort: textOf(beside, EFFORT),
    usage: rawUsage(beside, node),
  };
}

interface Beside {
  bytes: Buffer;
  lines: RawLines;
  place: number;
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
function rawUsage(beside: Beside, node: Node): UsageRecord | undefined {
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
    webSearches: searchesOf(beside),
    isFast: textOf(beside, SPEED) === 'fast',
    isUs: textOf(beside, GEO) === 'us',
    isSidechain: node.isSidechain,
    isForked: beside.lines.besideStart(beside.place, FORKED_FROM) !== 0,
    isEmbedded: false,
  };
}

function searchesOf({ bytes, lines, place }: Beside): number {
  const start = lines.besideStart(place, SEARCHES);
  if (start === 0) return 0;
  const count = Number(bytes.toString('latin1', start, lines.besideEnd(place, SEARCHES)));
  return count > 0 ? Math.floor(count) : 0;
}

function textOf({ bytes, lines, place }: Beside, what: number): string | undefined {
  const start = lines.besideStart(place, what);
  return start === 0 ? undefined : textIn(bytes, start, lines.besideEnd(place, what));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
