import { isImpossible } from '../usage/impossible.js';
import type { Prices } from '../usage/prices.js';
import { addToRow, byCost, type Report, type TalliedRow } from '../usage/reports.js';
import { newSum } from '../usage/sum.js';
import { isSearch, type Usage } from '../usage/usage.js';
import { UsageTally } from '../usage/usage-tally.js';
import { apportion } from './apportion.js';
import type { Sizes } from './attribution.js';
import { CONTEXT, NO_TRANSCRIPT, skillOf, toolOf } from './labels.js';

export type CauseKind = 'tools' | 'skills' | 'sub-agents';

export interface CauseOptions {
  prices: Prices;
  isWanted(usage: Usage): boolean;
}

/** What is known about where the tokens of a reply came from and went. */
export interface Causes {
  inputSizes: Sizes;
  outputSizes: Sizes;
}

export interface CausedUsage {
  usage: Usage;
  /** Undefined if no transcript has it. */
  causes: Causes | undefined;
  /** The type of the sub-agent that wrote the reply. */
  agentType: string | undefined;
}

/**
 * Reports what tools, skills or sub-agents cost. A reply's output is split among its contents, and its new input among its
 * sources, both by size; cache reads are a row of their own. A sub-agent costs what its own replies cost. See docs/usage.md.
 */
export function causeReport(kind: CauseKind, replies: Iterable<CausedUsage>, options: CauseOptions): Report {
  const rows = new Map<string, TalliedRow>();
  const total = new UsageTally();
  // Impossible counts are detected on whole replies, not on their parts.
  const impossible = new Set<string>();
  for (const reply of replies) {
    if (!options.isWanted(reply.usage)) continue;
    let replies = 0;
    for (const [label, part] of partsOf(kind, reply)) {
      // A reply with several parts counts once.
      total.add(replies > 0 ? { ...part, replies: 0 } : part);
      replies += part.replies;
      addToRow(rows, label, part);
      if (isImpossible(reply.usage)) impossible.add(label);
    }
  }
  const sum = newSum();
  total.addTo(sum, options.prices);
  sum.hasImpossible = impossible.size > 0;
  const list = [...rows.values()].map(({ tally, ...row }) => {
    tally.addTo(row.sum, options.prices);
    row.sum.hasImpossible = impossible.has(row.key);
    return row;
  });
  return {
    kind,
    rows: list.sort(byCost),
    total: sum,
  };
}

function partsOf(kind: CauseKind, { usage, causes, agentType }: CausedUsage): [string, Usage][] {
  if (kind === 'sub-agents') return agentType === undefined ? [] : [[agentType, usage]];
  if (!causes) return kind === 'tools' ? [[NO_TRANSCRIPT, usage]] : [];
  const parts = split(causes, usage);
  if (kind === 'tools') return parts.map(([label, part]) => [toolOf(label), part]);
  return parts.flatMap(([label, part]): [string, Usage][] => {
    const skill = skillOf(label);
    return skill === undefined ? [] : [[skill, part]];
  });
}

type SplitCounter = 'input' | 'output' | 'cacheWrite5m' | 'cacheWrite1h';

/** Assigns every token of the reply to exactly one part. */
function split({ inputSizes, outputSizes }: Causes, usage: Usage): [string, Usage][] {
  const counters = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };
  const parts = new Map<string, Usage>();
  const partFor = (label: string): Usage => {
    let part = parts.get(label);
    if (!part) {
      part = { ...usage, ...counters, replies: 0 };
      parts.set(label, part);
    }
    return part;
  };
  const spread = (sizes: Sizes, wanted: readonly SplitCounter[]) => {
    const over: Sizes = sizes.length > 0 ? sizes : [[CONTEXT, 1]];
    const weights = over.map(([, bytes]) => bytes);
    for (const counter of wanted) {
      const shares = apportion(usage[counter], weights);
      over.forEach(([label], at) => {
        partFor(label)[counter] += shares[at] ?? 0;
      });
    }
  };
  spread(outputSizes, ['output']);
  spread(inputSizes, ['input', 'cacheWrite5m', 'cacheWrite1h']);
  const context = partFor(CONTEXT);
  context.cacheRead += usage.cacheRead;
  const [searched] = isSearch(usage) ? outputSizes : [];
  (searched ? partFor(searched[0]) : context).webSearches += usage.webSearches;
  for (const [label] of outputSizes) partFor(label).replies = usage.replies;
  return [...parts];
}
