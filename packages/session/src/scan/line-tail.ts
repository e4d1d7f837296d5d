import { skipString } from './json-bytes.js';

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** What may stand between two fixed stretches of a tail: a string, a time, a number, or a number that counts. */
const Gap = { string: 1, time: 2, number: 3, counter: 4 } as const;

/** The numbers of a usage that count for something, in the order in which records have them. */
const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'ephemeral_5m_input_tokens',
  'ephemeral_1h_input_tokens',
  'web_search_requests',
];
/** So many stand in the usage itself, the others in objects in it. */
const DIRECT = 4;

/** Members that change what a line is. */
const UNCOMMON = new Set(['forkedFrom', 'message']);

/**
 * The end of a line, learned from one that was read key by key: the same bytes with other numbers and ids say the same
 * of another line.
 */
export interface LineTail {
  stretches: Uint8Array[];
  /** What stands between them: one of `Gap`, or `Gap.counter` and the place in `COUNTERS`. */
  gaps: number[];
  /** Names of the line's own members in it. */
  names: ReadonlySet<string>;
}

/**
 * Learns what stands between `from`, a place inside the message, and the end of the line. Undefined when the line has
 * something that other lines had better not be taken for.
 */
export function learnTail(bytes: Buffer, from: number, end: number): LineTail | undefined {
  return new TailLearner(bytes, from, end).learn();
}

class TailLearner {
  private readonly stretches: Uint8Array[] = [];
  private readonly gaps: number[] = [];
  private readonly names = new Set<string>();
  private readonly keys = ['', '', '', ''];
  /** The message stands in the line. */
  private depth = 1;
  private last: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly from: number,
    private readonly end: number,
  ) {
    this.last = from;
  }

  learn(): LineTail | undefined {
    let at = this.from;
    while (at < this.end) {
      const byte = this.bytes[at] ?? 0;
      if (byte === QUOTE) at = this.string(at);
      else if (isDigit(byte)) at = this.number(at);
      else {
        if (byte === 123 || byte === 91) this.depth++;
        else if (byte === 125 || byte === 93) this.depth--;
        at++;
      }
      if (at < 0) return undefined;
    }
    if (this.depth !== -1) return undefined;
    this.stretches.push(this.bytes.subarray(this.last, this.end));
    return { stretches: this.stretches, gaps: this.gaps, names: this.names };
  }

  private string(at: number): number {
    const { bytes, depth, keys } = this;
    const behind = skipString(bytes, at + 1, this.end);
    if (behind < 0) return -1;
    if (bytes[behind] === COLON) {
      const name = bytes.toString('latin1', at + 1, behind - 1);
      if (depth < keys.length) keys[depth] = name;
      if (depth === 0 && (UNCOMMON.has(name) || this.names.has(name))) return -1;
      if (depth === 0) this.names.add(name);
      return behind + 1;
    }
    const key = keys[depth] ?? '';
    // Only the type says what a line is. What has escapes is not read from behind.
    if (depth === 0 && key !== 'type' && !bytes.subarray(at, behind).includes(BACKSLASH)) {
      this.leave(key === 'timestamp' ? Gap.time : Gap.string, at + 1, behind - 1);
    }
    return behind;
  }

  private number(at: number): number {
    const { bytes } = this;
    let stop = at;
    while (isDigit(bytes[stop] ?? 0)) stop++;
    const next = bytes[stop];
    if (bytes[at - 1] === 45 || next === 46 || next === 101 || next === 69) return -1;
    const counter = this.counter();
    const gap = counter < 0 ? Gap.number : Gap.counter + counter;
    if (counter >= 0 && this.gaps.includes(gap)) return -1;
    this.leave(gap, at, stop);
    return stop;
  }

  private counter(): number {
    const [, message, usage, inner] = this.keys;
    if (message !== 'usage') return -1;
    const direct = this.depth === 2 ? COUNTERS.indexOf(usage ?? '') : -1;
    if (direct >= 0) return direct < DIRECT ? direct : -1;
    const isInner = this.depth === 3 && (usage === 'cache_creation' || usage === 'server_tool_use');
    const nested = isInner ? COUNTERS.indexOf(inner ?? '') : -1;
    return nested >= DIRECT ? nested : -1;
  }

  private leave(gap: number, start: number, stop: number): void {
    this.stretches.push(this.bytes.subarray(this.last, start));
    this.gaps.push(gap);
    this.last = stop;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
