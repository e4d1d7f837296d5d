import type { UsageRecord } from '@unspool/session';
import type { Prices } from './prices.js';
import { isOverTier, type SessionRef, type Usage } from './usage.js';

const COUNTERS = 6;

/**
 * Every reply of the whole store once, however many lines and files it stands on. What it keeps does not depend on the
 * order in which files are read:
 * - usage: the report with the most output; of equals the one of the preferred place, there the last;
 * - time: the earliest;
 * - session: the preferred place's (see `rankOf`).
 */
export class ReplyTable {
  private readonly slots = new Map<string, number>();
  private readonly models: string[] = [];
  private readonly modelIds = new Map<string, number>();
  private count = 0;
  private counters = new Float64Array(COUNTERS * 1024);
  private times = new Float64Array(1024);
  private facts = new Int32Array(1024);
  /** Of the place that owns the reply, and of the place whose usage counts. */
  private owners = new Float64Array(1024);
  private sources = new Float64Array(1024);
  private lastKey = '';
  private lastSlot = -1;

  get size(): number {
    return this.count;
  }

  add(key: string, record: Readonly<UsageRecord>, rank: number): void {
    const slot = this.slotOf(key);
    const { times, owners, sources, counters } = this;
    const isNew = slot === this.count - 1 && Number.isNaN(sources[slot]);
    if (isNew || !(record.time >= (times[slot] ?? 0)))
      if (isNew || !Number.isNaN(record.time)) times[slot] = record.time;
    if (isNew || rank < (owners[slot] ?? 0)) owners[slot] = rank;
    const at = slot * COUNTERS;
    if (!isNew) {
      const output = counters[at + 1] ?? 0;
      if (record.output < output) return;
      if (record.output === output && rank > (sources[slot] ?? 0)) return;
    }
    sources[slot] = rank;
    counters[at] = record.input;
    counters[at + 1] = record.output;
    counters[at + 2] = record.cacheRead;
    counters[at + 3] = record.cacheWrite5m;
    counters[at + 4] = record.cacheWrite1h;
    counters[at + 5] = record.webSearches;
    this.facts[slot] = this.modelId(record.model) * 4 + (record.isFast ? 1 : 0) + (record.isUs ? 2 : 0);
  }

  /** The object is reused from reply to reply. */
  *usages(sessions: readonly SessionRef[], prices: Prices): Generator<Usage> {
    const [first] = sessions;
    if (!first) return;
    const usage = emptyUsage(first);
    for (let slot = 0; slot < this.count; slot++) {
      const at = slot * COUNTERS;
      const facts = this.facts[slot] ?? 0;
      const { session, isAgent } = placeOf(this.owners[slot] ?? 0);
      usage.input = this.counters[at] ?? 0;
      usage.output = this.counters[at + 1] ?? 0;
      usage.cacheRead = this.counters[at + 2] ?? 0;
      usage.cacheWrite5m = this.counters[at + 3] ?? 0;
      usage.cacheWrite1h = this.counters[at + 4] ?? 0;
      usage.webSearches = this.counters[at + 5] ?? 0;
      usage.model = this.models[facts >> 2] ?? '';
      usage.isFast = (facts & 1) !== 0;
      usage.isUs = (facts & 2) !== 0;
      usage.isOver = isOverTier(usage.model, usage, prices);
      usage.time = this.times[slot] ?? Number.NaN;
      usage.session = sessions[session] ?? first;
      usage.isAgent = isAgent;
      yield usage;
    }
  }

  private slotOf(key: string): number {
    if (key === this.lastKey) return this.lastSlot;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.count++;
      this.slots.set(key, slot);
      if (slot >= this.times.length) this.grow();
      this.sources[slot] = Number.NaN;
    }
    this.lastKey = key;
    this.lastSlot = slot;
    return slot;
  }

  private modelId(model: string): number {
    let id = this.modelIds.get(model);
    if (id === undefined) {
      id = this.models.push(model) - 1;
      this.modelIds.set(model, id);
    }
    return id;
  }

  private grow(): void {
    const larger = <T extends Float64Array | Int32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.counters = larger(this.counters, new Float64Array(this.counters.length * 2));
    this.times = larger(this.times, new Float64Array(this.times.length * 2));
    this.facts = larger(this.facts, new Int32Array(this.facts.length * 2));
    this.owners = larger(this.owners, new Float64Array(this.owners.length * 2));
    this.sources = larger(this.sources, new Float64Array(this.sources.length * 2));
  }
}

/** How far a place is from being the reply's own: the lower, the nearer. */
export interface PlaceRank {
  /** Position of the session among all, ordered by id: forks share replies, and one of them has to own each. */
  session: number;
  isAgent: boolean;
  isForked: boolean;
  isEmbedded: boolean;
}

const SESSIONS = 2 ** 32;

/** A reply belongs where it was made: not to the progress line that repeats it, nor to a branch that copied it. */
export function rankOf(place: PlaceRank): number {
  const distance = (place.isEmbedded ? 2 : 0) + (place.isForked ? 1 : 0);
  return (distance * SESSIONS + place.session) * 2 + (place.isAgent ? 1 : 0);
}

function placeOf(rank: number): { session: number; isAgent: boolean } {
  return { session: Math.floor(rank / 2) % SESSIONS, isAgent: rank % 2 === 1 };
}

export function emptyUsage(session: SessionRef): Usage {
  return {
    replies: 1,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    model: '',
    isFast: false,
    isUs: false,
    isOver: false,
    time: Number.NaN,
    session,
    isAgent: false,
    isGone: false,
  };
}
