import type { JsonObject } from '@unspool/session';
import type { CallUsage } from '../contract/thread.js';
import { countIn, objectIn, textIn } from '../read/values.js';

/** Tokens without a message: from calls that wrote none, and input that only totals contain. */
export interface ExtraUsage {
  model: string;
  usage: CallUsage;
}

/**
 * Counts the calls of one session. Today each call has its own record. Older versions recorded output tokens with each
 * message and wrote totals per model on exit, which covered either the whole session or the time since it was last
 * opened.
 */
export class Accounts {
  private readonly records = new Map<string, ExtraUsage>();
  private hasRecords = false;
  private readonly session = new Map<string, Tally>();
  private sinceOpened = new Map<string, Tally>();

  /** The client opened the session, for the first time or again. */
  opened(): void {
    this.sinceOpened = new Map();
    this.hasRecords = false;
  }

  /** A recorded call. The record comes before the message. */
  recorded(usage: JsonObject): void {
    this.hasRecords = true;
    const call = textIn(usage, 'apiCallId') ?? `record ${this.records.size}`;
    this.records.set(call, { model: textIn(usage, 'model') ?? '', usage: usageOf(usage) });
  }

  /** The tokens of a message: from its record, or its own output count. */
  ofMessage(message: JsonObject, model: string): CallUsage | undefined {
    const call = textIn(message, 'apiCallId');
    const record = call === undefined ? undefined : this.records.get(call);
    const output = countIn(message, 'outputTokens');
    const usage = record?.usage ?? (output > 0 && !this.hasRecords ? { input: 0, output } : undefined);
    if (record && call !== undefined) this.records.delete(call);
    this.add(record?.model ?? model, usage, 1);
    return usage;
  }

  /** The part of the client's totals that was not counted yet. Nothing if each call has a record. */
  closed(metrics: JsonObject | undefined): ExtraUsage[] {
    const extra = this.unclaimed();
    if (this.hasRecords) return extra;
    // Messages that do not name their model may be counted under another one.
    let elsewhere = 0;
    for (const model of Object.keys(metrics ?? {})) {
      const total = objectIn(metrics, model);
      const used = usageOf(objectIn(total, 'usage') ?? {});
      const all = this.session.get(model);
      const counted =
        all && countIn(objectIn(total, 'requests'), 'count') >= all.calls ? all : this.sinceOpened.get(model);
      elsewhere += Math.max(0, (counted?.usage.output ?? 0) - used.output);
      const usage = combined(used, counted?.usage ?? NONE, -1);
      if (Object.values(usage).some((count) => count > 0)) extra.push({ model, usage });
    }
    for (const { model, usage } of extra) {
      const output = Math.max(0, usage.output - elsewhere);
      elsewhere -= usage.output - output;
      usage.output = output;
      this.add(model, usage, 0);
    }
    return extra;
  }

  /** Recorded calls without a message. */
  unclaimed(): ExtraUsage[] {
    const extra = [...this.records.values()];
    this.records.clear();
    for (const { model, usage } of extra) this.add(model, usage, 1);
    return extra;
  }

  private add(model: string, usage: CallUsage | undefined, calls: number): void {
    for (const tallies of [this.session, this.sinceOpened]) {
      const { calls: before, usage: counted } = tallies.get(model) ?? { calls: 0, usage: NONE };
      tallies.set(model, { calls: before + calls, usage: usage ? combined(counted, usage, 1) : counted });
    }
  }
}

interface Tally {
  calls: number;
  usage: CallUsage;
}

/** `inputTokens` includes tokens read from the cache and written to it; `outputTokens` includes reasoning. */
export function usageOf(usage: JsonObject): CallUsage {
  const cacheRead = countIn(usage, 'cacheReadTokens') + countIn(usage, 'cachedInput');
  const cacheWrite = countIn(usage, 'cacheWriteTokens');
  const input = countIn(usage, 'inputTokens') + countIn(usage, 'input');
  const output = countIn(usage, 'outputTokens') + countIn(usage, 'output');
  return { input: Math.max(0, input - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}

const NONE: CallUsage = { input: 0, output: 0 };

export function added(a: CallUsage | undefined, b: CallUsage): CallUsage {
  return a ? combined(a, b, 1) : b;
}

function combined(a: CallUsage, b: CallUsage, sign: 1 | -1): CallUsage {
  const of = (name: keyof CallUsage) => Math.max(0, (a[name] ?? 0) + sign * (b[name] ?? 0));
  return { input: of('input'), output: of('output'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') };
}
