import type { JsonObject } from '@unspool/session';
import type { Counter, ModelTotals } from '../loop/counting.js';
import type { AgentEvent } from '../loop/event.js';

/** Keeps the client's record of a session's cost, which the client continues on resume. */
export class CostState {
  private toolMs = 0;
  private linesAdded = 0;
  private linesRemoved = 0;
  private readonly startedAt: number;
  /** The totals that other sessions of this chat had reached before this one began. */
  private readonly earlier: Pick<Counter, 'totals' | 'models'>;

  /** `before` is the record already in the file. */
  constructor(
    private readonly before: JsonObject,
    private readonly counter: Counter,
    private readonly now: () => number,
  ) {
    this.startedAt = now();
    this.earlier = structuredClone({ totals: counter.totals, models: counter.models });
  }

  take(event: AgentEvent): void {
    if (event.type !== 'tool_finished') return;
    this.toolMs += event.durationMs;
    for (const line of patchLines(event.result.toolUseResult)) {
      if (line.startsWith('+')) this.linesAdded++;
      else if (line.startsWith('-')) this.linesRemoved++;
    }
  }

  fields(): JsonObject {
    const { totals, models } = this.counter;
    const { before, earlier } = this;
    const apiMs = totals.apiMs - earlier.totals.apiMs;
    const sum = (name: string, more: number) => numberIn(before, name) + more;
    return {
      totalCostUSD: sum('totalCostUSD', totals.cost - earlier.totals.cost),
      totalAPIDuration: sum('totalAPIDuration', apiMs),
      totalAPIDurationWithoutRetries: sum('totalAPIDurationWithoutRetries', apiMs),
      totalToolDuration: sum('totalToolDuration', this.toolMs),
      totalLinesAdded: sum('totalLinesAdded', this.linesAdded),
      totalLinesRemoved: sum('totalLinesRemoved', this.linesRemoved),
      totalDuration: sum('totalDuration', this.now() - this.startedAt),
      startTime: numberIn(before, 'startTime') || this.startedAt,
      modelUsage: mergeModels(objectIn(before, 'modelUsage'), models, earlier.models),
      hasUnknownModelCost: before['hasUnknownModelCost'] === true || totals.hasUnknownCost,
    };
  }
}

/** Counts the lines of a change, as recorded by tools. */
export function patchLines(result: unknown): string[] {
  const { structuredPatch } = (result ?? {}) as { structuredPatch?: { lines?: string[] }[] };
  return Array.isArray(structuredPatch) ? structuredPatch.flatMap((hunk) => hunk.lines ?? []) : [];
}

function mergeModels(
  before: JsonObject,
  models: ReadonlyMap<string, ModelTotals>,
  earlier: ReadonlyMap<string, ModelTotals>,
): JsonObject {
  const merged = { ...before };
  for (const [model, counted] of models) {
    const known = objectIn(before, model);
    const totals = less(counted, earlier.get(model));
    if (totals.inputTokens + totals.outputTokens + totals.cacheReadTokens + totals.cacheCreationTokens === 0) continue;
    merged[model] = {
      ...known,
      inputTokens: numberIn(known, 'inputTokens') + totals.inputTokens,
      outputTokens: numberIn(known, 'outputTokens') + totals.outputTokens,
      cacheReadInputTokens: numberIn(known, 'cacheReadInputTokens') + totals.cacheReadTokens,
      cacheCreationInputTokens: numberIn(known, 'cacheCreationInputTokens') + totals.cacheCreationTokens,
      webSearchRequests: numberIn(known, 'webSearchRequests'),
      costUSD: numberIn(known, 'costUSD') + totals.cost,
    };
  }
  return merged;
}

function less(counted: ModelTotals, earlier: ModelTotals | undefined): ModelTotals {
  if (!earlier) return counted;
  return {
    inputTokens: counted.inputTokens - earlier.inputTokens,
    outputTokens: counted.outputTokens - earlier.outputTokens,
    cacheReadTokens: counted.cacheReadTokens - earlier.cacheReadTokens,
    cacheCreationTokens: counted.cacheCreationTokens - earlier.cacheCreationTokens,
    cost: counted.cost - earlier.cost,
  };
}

function numberIn(object: JsonObject, name: string): number {
  const value = object[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
