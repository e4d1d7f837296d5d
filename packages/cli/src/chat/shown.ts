import type { PrintOptions } from '@unspool/agent';
import { safe, safeJson } from '../terminal/safe.js';

/** At a terminal, a model's output must not control the terminal. */
export function shown(text: string, format: PrintOptions['format']): string {
  return format === 'text' ? safe(text) : safeJson(text);
}
