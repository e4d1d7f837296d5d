import type { ReplyFacts, ToolResultFact, ToolUseFact } from '../graph/node.js';
import type { Tokens } from '../message/tokens.js';
import type { OutlineKernel } from './outline-kernel.js';

/** What a use and a result take in the kernel's lists, in words. */
const USE = 4;
const RESULT = 3;
const IS_API_ERROR = 4;
const HAS_TOKENS = 16;

const NO_USES: ToolUseFact[] = [];
const NO_RESULTS: ToolResultFact[] = [];

/** What the digest at a place, in words, says of a reply's line. */
export function replyIn(kernel: OutlineKernel, at: number): ReplyFacts {
  const { words, texts } = kernel;
  const flags = words[at + 4] ?? 0;
  const blocks = words[at + 15] ?? 0;
  const thoughts = words[at + 28] ?? 0;
  return {
    messageId: texts[words[at + 12] ?? 0],
    model: texts[words[at + 13] ?? 0],
    isApiError: (flags & IS_API_ERROR) !== 0,
    uses: usesIn(kernel, at),
    tokens: (flags & HAS_TOKENS) === 0 ? undefined : tokensIn(kernel, at),
    stopReason: texts[words[at + 14] ?? 0],
    blocks,
    thoughts,
    isThinkingOnly: blocks > 0 && thoughts === blocks,
  };
}

/** The results in the line of a digest. */
export function resultsIn({ words, texts }: OutlineKernel, at: number): ToolResultFact[] {
  const count = words[at + 29] ?? 0;
  if (count === 0) return NO_RESULTS;
  const agentId = texts[words[at + 12] ?? 0];
  const results: ToolResultFact[] = new Array(count);
  for (let index = 0, result = words[at + 30] ?? 0; index < count; index++, result += RESULT) {
    const size = words[result + 2] ?? 0;
    results[index] = {
      tool_use_id: texts[words[result] ?? 0] ?? '',
      isError: words[result + 1] === 1,
      agentId,
      size: size === 0 ? undefined : size - 1,
    };
  }
  return results;
}

function usesIn({ words, texts }: OutlineKernel, at: number): ToolUseFact[] {
  const count = words[at + 29] ?? 0;
  if (count === 0) return NO_USES;
  const uses: ToolUseFact[] = new Array(count);
  for (let index = 0, use = words[at + 30] ?? 0; index < count; index++, use += USE) {
    uses[index] = {
      id: texts[words[use] ?? 0] ?? '',
      name: texts[words[use + 1] ?? 0] ?? '',
      file: texts[words[use + 2] ?? 0],
      prompt: texts[words[use + 3] ?? 0],
    };
  }
  return uses;
}

/** As `tokensOf` has it: where only the sum of cache writes is known they count as 5-minute writes. */
function tokensIn({ doubles }: OutlineKernel, at: number): Tokens {
  const first = (at >> 1) + 8;
  const created = doubles[first + 3] ?? 0;
  const fiveMinutes = doubles[first + 4] ?? 0;
  const hour = doubles[first + 5] ?? 0;
  return {
    input: doubles[first] ?? 0,
    output: doubles[first + 1] ?? 0,
    cacheRead: doubles[first + 2] ?? 0,
    cacheWrite5m: hour + fiveMinutes > 0 ? fiveMinutes : created,
    cacheWrite1h: hour,
  };
}
