import type { JsonObject } from '@unspool/session';

export const DEFAULT_MODEL = 'claude-opus-5-5';
const SMALL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;
export const MAX_OUTPUT_TOKENS = 32_000;

const ALIASES: { [name: string]: string } = {
  default: DEFAULT_MODEL,
  opus: DEFAULT_MODEL,
  sonnet: 'claude-sonnet-5',
  haiku: 'claude-haiku-4-5',
};

/** The name the API knows; what is no alias is taken as it is. */
export function modelNamed(name: string): string {
  const bare = name.replace(/\[1m\]$/i, '');
  const model = ALIASES[bare.toLowerCase()] ?? bare;
  return bare === name ? model : `${model}[1m]`;
}

/** The long-context mark is ours, not the API's. */
export function apiModel(model: string): string {
  return model.replace(/\[1m\]$/i, '');
}

/** How many tokens fit. Found by asking the client when it compacts. */
export function contextWindowOf(model: string): number {
  if (/\[1m\]$/i.test(model)) return LARGE_WINDOW;
  return /opus-4-[78]|opus-5|fable-5/.test(model) ? LARGE_WINDOW : SMALL_WINDOW;
}

/** Newer models decide for themselves how long to think; the others are given a limit; the oldest cannot. */
export function thinkingFor(model: string): { thinking?: JsonObject; betas?: string[] } {
  if (/opus-4-[678]|sonnet-4-6|opus-5|sonnet-5|fable-5/.test(model)) return { thinking: { type: 'adaptive' } };
  if (/(opus|sonnet|haiku)-4/.test(model)) {
    return {
      thinking: { type: 'enabled', budget_tokens: 10_000 },
      betas: ['interleaved-thinking-2025-05-14'],
    };
  }
  return {};
}
