import { type Node, type Turn, totalTokens } from '@unspool/session';
import type { Conversation } from '../read/conversation.js';
import { noSizes, type Sizes } from '../read/entry-sizes.js';
import { factsOf } from './compaction-item.js';
import { timeOrNull } from './times.js';
import { tokensPerCharacter } from './tokens-per-character.js';
import type { ContextCounts, ContextPoint } from './view.js';

/** The contents of the context window during a turn. */
export interface TurnContext {
  /** At its last request. */
  end: ContextCounts | null;
  /** At each request, and before each compaction. */
  points: ContextPoint[];
}

/** A token count that the session recorded, with the characters in the window at that time. */
interface Figure {
  node: Node;
  sizes: Sizes;
  characters: number;
  tokens: number;
  cached: number;
  isCut: boolean;
}

/**
 * The contents of the context window at each request. Characters are summed along each branch, from the last compaction
 * on. The token counts of replies and compactions say how many tokens that was. What the first request has beyond the
 * conversation are instructions and tools, which are constant; the rest is divided in proportion to the characters.
 */
export function contextsOf(conversation: Conversation, most: number): Map<number, TurnContext> {
  const sums = new Map<number, Sizes>();
  const figures = new Map<number, Figure[]>();
  for (const turn of conversation.turns.turns) {
    const sum = { ...(sums.get(turn.parent ?? 0) ?? noSizes()) };
    figures.set(turn.number, figuresOf(conversation, turn, sum));
    sums.set(turn.number, sum);
  }
  const replies = [...figures.values()].flat().filter(({ isCut }) => !isCut);
  const perCharacter = tokensPerCharacter(replies);
  const [first] = replies;
  const always = first ? Math.max(0, first.tokens - first.characters * perCharacter) : 0;
  const contexts = new Map<number, TurnContext>();
  for (const [number, own] of figures) {
    const last = own.findLast(({ isCut }) => !isCut);
    const points = someOf(own, most).map((figure) => ({
      at: timeOrNull(figure.node.time),
      byte: figure.node.place.byte,
      context: countsOf(figure, always),
    }));
    contexts.set(number, { end: last ? countsOf(last, always) : null, points });
  }
  return contexts;
}

/** Adds a turn, and notes each recorded count. */
function figuresOf({ measured: { sizes } }: Conversation, turn: Turn, sum: Sizes): Figure[] {
  const used = new Map(
    turn.replies.flatMap(({ tokens, isSynthetic, nodes }) => {
      const end = nodes.at(-1);
      return tokens && !isSynthetic && end ? [[end, tokens] as const] : [];
    }),
  );
  const figures: Figure[] = [];
  for (const node of turn.nodes) {
    if (node.subtype === 'compact_boundary') {
      const { tokensBefore } = factsOf(node);
      if (tokensBefore !== null) figures.push(figureOf(node, sum, { tokens: tokensBefore, cached: 0, isCut: true }));
      Object.assign(sum, noSizes());
    }
    sizes.addTo(sum, node);
    const tokens = used.get(node);
    if (tokens) {
      figures.push(figureOf(node, sum, { tokens: totalTokens(tokens), cached: tokens.cacheRead, isCut: false }));
    }
  }
  return figures;
}

function figureOf(node: Node, sum: Sizes, facts: Pick<Figure, 'tokens' | 'cached' | 'isCut'>): Figure {
  return { node, sizes: { ...sum }, characters: total(sum), ...facts };
}

/** The last one and those before compactions are always kept, because they are the highest. */
function someOf(figures: readonly Figure[], most: number): readonly Figure[] {
  if (figures.length <= most) return figures;
  const step = Math.ceil(figures.length / most);
  return figures.filter(({ isCut }, at) => isCut || figures[at + 1]?.isCut || (figures.length - 1 - at) % step === 0);
}

function countsOf({ sizes, characters, tokens, cached }: Figure, always: number): ContextCounts {
  const rest = Math.max(0, tokens - always);
  const count = (size: number) => (characters === 0 ? 0 : Math.floor((size / characters) * rest));
  const counts = {
    human: count(sizes.human),
    replies: count(sizes.replies),
    thinking: count(sizes.thinking),
    toolInput: count(sizes.toolInput),
    toolOutput: count(sizes.toolOutput),
  };
  const known = Object.values(counts).reduce((a, b) => a + b, 0);
  return { system: tokens - known, ...counts, cached };
}

function total(sizes: Sizes): number {
  return Object.values(sizes).reduce((a: number, b: number) => a + b, 0);
}
