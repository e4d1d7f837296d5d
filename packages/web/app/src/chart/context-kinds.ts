import type { ContextCounts } from '../api/contract.js';

/** From the bottom up: what is always there, then what people wrote, then what grew around it. */
export const KINDS = [
  ['system', 'system'],
  ['human', 'you'],
  ['replies', 'writing'],
  ['thinking', 'thinking'],
  ['toolInput', 'tool input'],
  ['toolOutput', 'tool output'],
] as const satisfies [keyof ContextCounts, string][];

/** What grows: the system is the same all along, and is drawn as a line. */
export const GROWING = KINDS.filter(([kind]) => kind !== 'system');

export function windowOf(context: ContextCounts): number {
  return KINDS.reduce((sum, [kind]) => sum + context[kind], 0);
}
