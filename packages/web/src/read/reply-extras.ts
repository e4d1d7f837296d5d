import { type Entry, type JsonObject, type Reply, totalTokens, usageOf } from '@unspool/session';
import { addUsage, newSum, type Prices, type SessionRef, type Sum, type Usage } from '@unspool/store';

/** What decides a reply's price beside its tokens; most replies have none of it. */
interface Extra {
  isFast: boolean;
  isUs: boolean;
  webSearches: number;
}

/** Remembers the few replies that are billed in another way than by their tokens alone, and who wrote the lines. */
export class ReplyExtras {
  private readonly byId = new Map<string, Extra>();
  private readonly seenVersions = new Set<string>();

  get versions(): string[] {
    return [...this.seenVersions];
  }

  add(messageId: string | undefined, entry: Entry): void {
    const { version } = entry as JsonObject;
    if (typeof version === 'string' && this.seenVersions.size < MAX_VERSIONS) this.seenVersions.add(version);
    if (messageId === undefined) return;
    const record = usageOf(entry as JsonObject);
    if (!record || !(record.isFast || record.isUs || record.webSearches > 0)) return;
    const { isFast, isUs, webSearches } = record;
    this.byId.set(messageId, { isFast, isUs, webSearches });
  }

  of(messageId: string | undefined): Extra {
    return (messageId === undefined ? undefined : this.byId.get(messageId)) ?? NONE;
  }
}

const MAX_VERSIONS = 50;
const NONE: Extra = { isFast: false, isUs: false, webSearches: 0 };
const NOBODY: SessionRef = { sessionId: '', slug: '', cwd: () => undefined };

/** What replies cost; those that were counted already are left out. */
export function sumOf(replies: readonly Reply[], extras: ReplyExtras, prices: Prices, counted: Set<string>): Sum {
  const sum = newSum();
  for (const { messageId, model, tokens, isSynthetic } of replies) {
    if (!tokens || isSynthetic || totalTokens(tokens) === 0) continue;
    if (messageId !== undefined && counted.has(messageId)) continue;
    if (messageId !== undefined) counted.add(messageId);
    const input = tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
    const usage: Usage = {
      ...tokens,
      ...extras.of(messageId),
      replies: 1,
      model: model ?? '',
      isOver: input > prices.threshold(model ?? ''),
      time: Number.NaN,
      session: NOBODY,
      isAgent: false,
      isGone: false,
    };
    addUsage(sum, usage, prices);
  }
  return sum;
}
