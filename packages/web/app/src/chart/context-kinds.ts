import type { ContextCounts } from '../api/contract.js';

/** From bottom to top: the constant part, then what people wrote, then the rest. */
export const KINDS = [
  ['system', 'system'],
  ['human', 'you'],
  ['replies', 'writing'],
  ['thinking', 'thinking'],
  ['toolInput', 'tool input'],
  ['toolOutput', 'tool output'],
] as const satisfies [keyof ContextCounts, string][];

/** The kinds that grow. The system prompt is constant and is drawn as a line. */
export const GROWING = KINDS.filter(([kind]) => kind !== 'system');

export function windowOf(context: ContextCounts): number {
  return KINDS.reduce((sum, [kind]) => sum + context[kind], 0);
}
