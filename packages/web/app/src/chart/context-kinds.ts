import type { ContextCounts } from '../api/contract.js';

/** From the bottom up: what is always there, then what people wrote, then what grew around it. */
export const KINDS = [
  ['system', 'system'],
  ['human', 'you'],
  ['replies', 'replies'],
  ['thinking', 'thinking'],
  ['toolInput', 'tool input'],
  ['toolOutput', 'tool output'],
] as const satisfies [keyof ContextCounts, string][];

export function windowOf(context: ContextCounts): number {
  return KINDS.reduce((sum, [kind]) => sum + context[kind], 0);
}
