import type { PrintOptions } from '@unspool/agent';
import { safe } from '../terminal/safe.js';

/** At a terminal, a model's output must not control the terminal. JSON keeps its meaning. */
export function shown(text: string, format: PrintOptions['format']): string {
  if (format === 'text') return safe(text);
  return text.replace(ODD_SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters that are valid in JSON. */
const ODD_SIGNS = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
