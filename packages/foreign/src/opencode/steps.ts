import type { JsonObject } from '@unspool/session';
import type { CallUsage } from '../contract/thread.js';
import { countIn, numberIn, objectIn } from '../read/values.js';
import type { StoredMessage } from './storage.js';

/** The output of one model call. */
export interface Step {
  parts: JsonObject[];
  usage: CallUsage | undefined;
}

/**
 * The model calls of a message. Today a message is one call. In old versions it had all calls up to the next prompt, and
 * its own token count was that of the last one. An interrupted call has no end and no count.
 */
export function stepsOf({ info, parts }: StoredMessage): Step[] {
  const steps: Step[] = [];
  let open: JsonObject[] = [];
  for (const part of parts) {
    if (part.type !== 'step-finish') {
      open.push(part);
      continue;
    }
    steps.push({ parts: open, usage: usageIn(part) });
    open = [];
  }
  const hasCounts = steps.some(({ usage }) => usage !== undefined);
  const usage = hasCounts ? undefined : usageIn(info);
  const last = steps.at(-1);
  if (last && !open.some(isSaid)) {
    last.parts.push(...open);
    last.usage ??= usage;
  } else if (open.length > 0 || usage) steps.push({ parts: open, usage });
  return steps;
}

function isSaid({ type }: JsonObject): boolean {
  return type === 'text' || type === 'reasoning' || type === 'tool';
}

/** `input` excludes the cache. Versions that record a total count reasoning separately; in others `output` includes it. */
function usageIn(holder: JsonObject): CallUsage | undefined {
  const tokens = objectIn(holder, 'tokens');
  if (!tokens) return undefined;
  const cache = objectIn(tokens, 'cache');
  const cacheRead = countIn(cache, 'read');
  const cacheWrite = countIn(cache, 'write');
  const [input, output, reasoning] = [
    countIn(tokens, 'input'),
    countIn(tokens, 'output'),
    countIn(tokens, 'reasoning'),
  ];
  const total = numberIn(tokens, 'total') ?? 0;
  const isApart = total >= input + output + reasoning + cacheRead + cacheWrite;
  if (input + output + reasoning + cacheRead + cacheWrite === 0) return undefined;
  return { input, output: isApart ? output + reasoning : output, cacheRead, cacheWrite };
}
