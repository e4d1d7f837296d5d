import { type Tokens, type Turn, totalTokens } from '@unspool/session';
import type { Conversation } from '../read/conversation.js';
import { noSizes, type Sizes } from '../read/entry-sizes.js';
import { tokensPerCharacter } from './tokens-per-character.js';
import type { ContextCounts } from './view.js';

/**
 * What stood in the window by the end of each turn. Characters are summed along each branch, from the last compaction
 * on; the session's own usage figures say how many tokens a character is. What the figures have beyond the
 * conversation is the system's: instructions and tools.
 */
export function contextsOf(conversation: Conversation): Map<number, ContextCounts> {
  const sums = new Map<number, Sizes>();
  const points: { characters: number; tokens: number; turn: number; cached: number; sizes: Sizes }[] = [];
  for (const turn of conversation.turns.turns) {
    const sum = { ...(sums.get(turn.parent ?? 0) ?? noSizes()) };
    const last = addTurn(conversation, turn, sum);
    sums.set(turn.number, sum);
    if (!last) continue;
    const { sizes, tokens: used } = last;
    const tokens = totalTokens(used);
    points.push({ characters: total(sizes), tokens, turn: turn.number, cached: used.cacheRead, sizes });
  }
  const perChar = tokensPerCharacter(points);
  return new Map(points.map(({ turn, tokens, cached, sizes }) => [turn, countsOf(sizes, tokens, cached, perChar)]));
}

/**
 * Adds a turn to what was there; returns the usage of its last reply that has one, with what stood there then: a
 * compaction behind it clears the window of the turns that follow, not of this one.
 */
function addTurn(
  { measured: { sizes } }: Conversation,
  turn: Turn,
  sum: Sizes,
): { tokens: Tokens; sizes: Sizes } | undefined {
  const reply = turn.replies.findLast((each) => each.tokens && !each.isSynthetic);
  const end = reply?.nodes.at(-1);
  let then: Sizes | undefined;
  for (const node of turn.nodes) {
    if (node.subtype === 'compact_boundary') Object.assign(sum, noSizes());
    sizes.addTo(sum, node);
    if (node === end) then = { ...sum };
  }
  return reply?.tokens && { tokens: reply.tokens, sizes: then ?? sum };
}

function countsOf(sizes: Sizes, tokens: number, cached: number, perChar: number): ContextCounts {
  const own = total(sizes) * perChar;
  // The conversation cannot be more than what was counted.
  const scale = own > tokens ? (tokens / own) * perChar : perChar;
  const count = (characters: number) => Math.round(characters * scale);
  const counts = {
    human: count(sizes.human),
    replies: count(sizes.replies),
    thinking: count(sizes.thinking),
    toolInput: count(sizes.toolInput),
    toolOutput: count(sizes.toolOutput),
  };
  const known = Object.values(counts).reduce((a, b) => a + b, 0);
  return { system: Math.max(0, tokens - known), ...counts, cached };
}

function total(sizes: Sizes): number {
  return Object.values(sizes).reduce((a: number, b: number) => a + b, 0);
}
