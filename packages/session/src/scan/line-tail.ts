import { FixedBytes } from './fixed-bytes.js';
import { isPlainByte, skipString } from './json-bytes.js';
import type { BeforeMessage, ReplyBytes } from './reply-shape.js';

const QUOTE = 34;
const COLON = 58;
const MAX_DIGITS = 15;

/** The numbers of a usage that count for something; the others are stepped over. */
const COUNTERS = ['input', 'output', 'cacheRead', 'cacheCreation', 'cache5m', 'cache1h', 'webSearches'] as const;
type Counter = (typeof COUNTERS)[number];

const USAGE_NAMES: Readonly<Record<string, Counter>> = {
  input_tokens: 'input',
  output_tokens: 'output',
  cache_read_input_tokens: 'cacheRead',
  cache_creation_input_tokens: 'cacheCreation',
};
const INNER_NAMES: Readonly<Record<string, Counter>> = {
  ephemeral_5m_input_tokens: 'cache5m',
  ephemeral_1h_input_tokens: 'cache1h',
  web_search_requests: 'webSearches',
};
/** Strings that differ from line to line. */
const FREE_STRINGS = new Set(['requestId', 'uuid', 'timestamp']);

/** What may stand between two fixed stretches: a number, counted or not, or a string. */
type Gap = { kind: 'number'; counter: number } | { kind: 'string'; isTime: boolean };

/**
 * The end of a reply's line from its usage on, learned from one that was read key by key: the same bytes with other
 * numbers and ids say the same of another line. It is matched from behind, so that nothing has to be searched for.
 */
export interface ReplyTail {
  fixed: FixedBytes[];
  gaps: Gap[];
  sidechain: number;
  isAssistant: boolean;
  isFast: boolean;
  isUs: boolean;
}

/** Undefined when the line has something that other lines had better not be taken for. */
export function learnReplyTail(bytes: Buffer, end: number, reply: ReplyBytes): ReplyTail | undefined {
  const tail: ReplyTail = {
    fixed: [],
    gaps: [],
    sidechain: -1,
    isAssistant: false,
    isFast: reply.isFast,
    isUs: reply.isUs,
  };
  const keys = ['', '', '', ''];
  const seen = new Set<string | number>();
  // The usage stands in the message, and the message in the line.
  let depth = 1;
  let from = reply.usageAt;
  let at = from;
  const leave = (gap: Gap, start: number, stop: number): void => {
    tail.fixed.push(new FixedBytes(bytes.subarray(from, start)));
    tail.gaps.push(gap);
    from = stop;
  };
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const behind = skipString(bytes, at + 1, end);
      if (behind < 0) return undefined;
      const key = keys[depth] ?? '';
      if (bytes[behind] === COLON) {
        const name = bytes.toString('latin1', at + 1, behind - 1);
        if (depth < keys.length) keys[depth] = name;
        if (depth === 0 && (name === 'forkedFrom' || name === 'message')) return undefined;
        at = behind + 1;
        if (depth === 0 && name === 'type') tail.isAssistant = true;
        if (depth === 0 && name === 'isSidechain') tail.sidechain = bytes[at] === 116 ? 1 : 0;
        continue;
      }
      if (depth === 0 && FREE_STRINGS.has(key)) {
        if (seen.has(key)) return undefined;
        seen.add(key);
        leave({ kind: 'string', isTime: key === 'timestamp' }, at + 1, behind - 1);
      }
      at = behind;
      continue;
    }
    if (isDigit(byte)) {
      const stop = behindDigits(bytes, at);
      const next = bytes[stop];
      if (bytes[at - 1] === 45 || next === 46 || next === 101 || next === 69) return undefined;
      const counter = counterOf(keys, depth);
      if (counter >= 0 && seen.has(counter)) return undefined;
      seen.add(counter);
      leave({ kind: 'number', counter }, at, stop);
      at = stop;
      continue;
    }
    if (byte === 123 || byte === 91) depth++;
    else if (byte === 125 || byte === 93) depth--;
    at++;
  }
  if (depth !== -1) return undefined;
  tail.fixed.push(new FixedBytes(bytes.subarray(from, end)));
  return tail;
}

const values = new Float64Array(COUNTERS.length);

/** Fills in what the tail says; false when the bytes are others. */
export function matchReplyTail(
  tail: ReplyTail,
  bytes: Buffer,
  view: DataView,
  end: number,
  before: BeforeMessage,
  reply: ReplyBytes,
): boolean {
  const { fixed, gaps } = tail;
  const first = reply.contentAt;
  let at = end;
  let timeAt = -1;
  values.fill(0);
  for (let index = fixed.length - 1; index >= 0; index--) {
    const stretch = fixed[index];
    if (!stretch) return false;
    at -= stretch.length;
    if (at <= first || !stretch.isAt(view, at)) return false;
    const gap = index > 0 ? gaps[index - 1] : undefined;
    if (!gap) continue;
    if (gap.kind === 'number') {
      const stop = at;
      let unit = 1;
      let value = 0;
      for (; isDigit(bytes[at - 1] ?? 0); unit *= 10) value += ((bytes[--at] ?? 0) - 48) * unit;
      const digits = stop - at;
      // JSON knows no number with a zero in front.
      if (digits === 0 || digits > MAX_DIGITS || (digits > 1 && bytes[at] === 48)) return false;
      if (gap.counter >= 0) values[gap.counter] = value;
    } else {
      for (; bytes[at - 1] !== QUOTE; at--) if (at <= first || !isPlainByte(bytes[at - 1] ?? 0)) return false;
      if (gap.isTime) timeAt = at - 1;
    }
  }
  if (!(before.isAssistant || tail.isAssistant)) return false;
  const sidechain = tail.sidechain >= 0 ? tail.sidechain : before.sidechain;
  if (sidechain < 0) return false;
  reply.usageAt = at;
  reply.timeAt = timeAt;
  reply.isSidechain = sidechain === 1;
  reply.isForked = false;
  reply.isFast = tail.isFast;
  reply.isUs = tail.isUs;
  reply.input = values[0] ?? 0;
  reply.output = values[1] ?? 0;
  reply.cacheRead = values[2] ?? 0;
  reply.cacheCreation = values[3] ?? 0;
  reply.cache5m = values[4] ?? 0;
  reply.cache1h = values[5] ?? 0;
  reply.webSearches = values[6] ?? 0;
  return true;
}

function counterOf(keys: readonly string[], depth: number): number {
  const [, message, usage, inner] = keys;
  if (message !== 'usage') return -1;
  const name = depth === 2 ? USAGE_NAMES[usage ?? ''] : undefined;
  const isInner = depth === 3 && (usage === 'cache_creation' || usage === 'server_tool_use');
  const counter = name ?? (isInner ? INNER_NAMES[inner ?? ''] : undefined);
  return counter === undefined ? -1 : COUNTERS.indexOf(counter);
}

function behindDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at] ?? 0)) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
