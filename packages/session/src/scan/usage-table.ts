import { type FoldedUsage, foldUsages } from './fold-usages.js';
import type { LineKernel } from './line-kernel.js';
import type { LineLessons } from './line-lessons.js';
import {
  Field,
  LONGEST_ID,
  MAX_USAGES,
  RECORDS,
  SLOTS,
  USAGE_COUNTERS,
  USAGE_FACTS,
  USAGE_FORMS,
  USAGE_IDS,
  USAGE_LENGTHS,
  USAGE_ORDERS,
  USAGE_OWNERS,
  USAGE_SOURCES,
  USAGE_TIMES,
} from './line-memory.js';
import type { UsageRecord } from './usage-record.js';

/** A row a reply. */
export interface UsageColumns {
  /** Six of each: input, output, cache read, cache written for 5 minutes, for an hour, searches. */
  counters: Float64Array<ArrayBuffer>;
  times: Float64Array<ArrayBuffer>;
  /** Four times the model's number, and 1 when it was fast, 2 when it was bound to the US. */
  facts: Int32Array<ArrayBuffer>;
  /** Rank of the place that owns the reply, and of the place whose usage counts. */
  owners: Float64Array<ArrayBuffer>;
  sources: Float64Array<ArrayBuffer>;
  orders: Int32Array<ArrayBuffer>;
}

/** Where lines stand. The lower a rank, the nearer is a place to be a reply's own. */
export interface UsagePlace {
  rank: number;
  /** Of what a side chain said there. */
  sideRank: number;
  /** Among places of the same rank: what is told later counts. */
  order: number;
}

/** A slot in which what is to be added stands. */
const ADDED = RECORDS;

/**
 * The usage of replies, each once, in the memory of the kernel that reads it; see assembly/usage-table.ts. Only ids that
 * are short and plain have a place in it, and only so many.
 */
export class UsageTable {
  /** By their numbers. */
  readonly models: string[] = [];
  private readonly modelIds = new Map<string, number>();

  /** `limit`: how many replies it takes. */
  constructor(
    private readonly kernel: LineKernel,
    limit = MAX_USAGES,
  ) {
    kernel.setHeader(Field.usageLimit, Math.min(limit, MAX_USAGES));
  }

  get length(): number {
    return this.kernel.header(Field.usages);
  }

  /** What is taken from now on stands there. */
  begin({ rank, sideRank, order }: UsagePlace): void {
    this.kernel.code.beginUsage(rank, sideRank, order);
  }

  /** The kernel may have learned forms of lines: says what they stand for. */
  learn({ heads, tails }: LineLessons): void {
    const forms = USAGE_FORMS >> 2;
    const { words: numbers } = this.kernel;
    heads.forEach(({ model }, at) => {
      numbers[forms + at] = this.modelId(model) * 4;
    });
    tails.forEach(({ isFast, isUs }, at) => {
      numbers[forms + SLOTS + at] = (isFast ? 1 : 0) + (isUs ? 2 : 0);
    });
  }

  /** What was read elsewhere. False: there is no room. Only for keys that it can hold. */
  add(key: string, record: Readonly<UsageRecord>, { rank, order }: Pick<UsagePlace, 'rank' | 'order'>): boolean {
    const { words: numbers, counts } = this.kernel;
    const letters = new Uint8Array(numbers.buffer, ADDED + 80, key.length);
    for (let at = 0; at < key.length; at++) letters[at] = key.charCodeAt(at);
    numbers[ADDED >> 2] = key.length;
    numbers[(ADDED >> 2) + 1] = this.modelId(record.model) * 4 + (record.isFast ? 1 : 0) + (record.isUs ? 2 : 0);
    const at = ADDED >> 3;
    counts[at + 1] = record.time;
    counts[at + 2] = rank;
    counts[at + 3] = record.input;
    counts[at + 4] = record.output;
    counts[at + 5] = record.cacheRead;
    counts[at + 6] = record.cacheWrite5m;
    counts[at + 7] = record.cacheWrite1h;
    counts[at + 8] = record.webSearches;
    numbers[(ADDED >> 2) + 18] = order;
    return this.kernel.code.addUsage(ADDED) !== 0;
  }

  clear(): void {
    this.kernel.code.forgetUsages();
  }

  /** Not copied: good until the next line is read. */
  columns(): UsageColumns {
    const { buffer } = this.kernel.words;
    const { length } = this;
    return {
      counters: new Float64Array(buffer, USAGE_COUNTERS, length * 6),
      times: new Float64Array(buffer, USAGE_TIMES, length),
      facts: new Int32Array(buffer, USAGE_FACTS, length),
      owners: new Float64Array(buffer, USAGE_OWNERS, length),
      sources: new Float64Array(buffer, USAGE_SOURCES, length),
      orders: new Int32Array(buffer, USAGE_ORDERS, length),
    };
  }

  /**
   * All replies, added up where they are alike: those of a model and a price class that came in one quarter of an hour,
   * as far as they stand near each other. `thresholds`: for each model, above how many tokens a request is a large one.
   * What is told is reused; what was read last is forgotten.
   */
  fold(thresholds: readonly number[], take: (usage: Readonly<FoldedUsage>) => void): void {
    foldUsages(this.kernel, thresholds, take);
  }

  /** Ids of all replies, `LONGEST_ID` bytes for each, and their lengths. Not copied either. */
  ids(): UsageIds {
    const { buffer } = this.kernel.words;
    const { length } = this;
    return {
      letters: new Uint8Array(buffer, USAGE_IDS, length * LONGEST_ID),
      lengths: new Uint32Array(buffer, USAGE_LENGTHS, length),
    };
  }

  /** Where replies stand here, -1 for those that do not. What was read last is forgotten. */
  find({ letters, lengths }: UsageIds): Int32Array {
    const slots = new Int32Array(lengths.length);
    const { bytes, code } = this.kernel;
    const room = Math.floor(bytes.length / (LONGEST_ID + 4)) - 1;
    // Behind the ids, where numbers can stand.
    const lengthsAt = 8 * Math.ceil((bytes.byteOffset + room * LONGEST_ID) / 8);
    const { words: numbers } = this.kernel;
    for (let from = 0; from < lengths.length; from += room) {
      const some = lengths.subarray(from, from + room);
      bytes.set(letters.subarray(from * LONGEST_ID, (from + some.length) * LONGEST_ID));
      numbers.set(some, lengthsAt >> 2);
      code.findUsages(bytes.byteOffset, lengthsAt, some.length);
      slots.set(new Int32Array(numbers.buffer, lengthsAt, some.length), from);
    }
    return slots;
  }

  modelId(model: string): number {
    let id = this.modelIds.get(model);
    if (id === undefined) {
      id = this.models.push(model) - 1;
      this.modelIds.set(model, id);
    }
    return id;
  }
}

export interface UsageIds {
  letters: Uint8Array<ArrayBuffer>;
  lengths: Uint32Array<ArrayBuffer>;
}

/** Whether a table has a place for a key: it is short, and of letters that are one byte each. */
export function isPlainKey(key: string): boolean {
  if (key.length > LONGEST_ID) return false;
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) >= 128) return false;
  return true;
}

export function usageKey({ letters, lengths }: UsageIds, row: number): string {
  const at = row * LONGEST_ID;
  return Buffer.from(letters.buffer, letters.byteOffset + at, lengths[row] ?? 0).toString('latin1');
}
