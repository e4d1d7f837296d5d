import { WORD_DASH_DOT } from '../characters.js';
import { COMMON_PAIRS, FREQUENT, WIDE_COLON_BYTE } from './bytes.js';
import type { Condition, Graph } from './graph.js';

/** The characters that may assign a value to the name before them. */
export const SIGNS = `:=>${WIDE_COLON_BYTE}`;

/**
 * The anchors of all rules. Every match of a rule contains one of its anchors. The scanner skips text without anchors;
 * around each anchor it checks every character between the nearest OTHER characters (roles.ts) before and after it. The
 * rule must find its match there.
 *
 * Each field is a node of the graph. The paths from it are anchors. They are read backwards, except where noted:
 */
export class Anchors {
  /** Anchors anywhere in a text. Each has at least two characters. */
  readonly places: number;
  /** Starts at the character before a sign. */
  readonly signs: number;
  /** Read forwards, starting with a colon. */
  readonly ahead: number;
  /** Starts before a long stretch of base64 characters. */
  readonly beforeStretch: number;
  /** Starts with the first other character after such a stretch. */
  readonly afterStretch: number;
  /** Starts with the first other character after a run that begins with two dashes. */
  readonly afterDashes: number;
  /** Not an anchor by itself: what may come before the first character of a word. */
  readonly boundary: number;

  private readonly words: { word: string; condition: Condition }[] = [];

  constructor(readonly graph: Graph) {
    this.places = graph.node();
    this.signs = graph.node();
    this.ahead = graph.node();
    this.beforeStretch = graph.node();
    this.afterStretch = graph.node();
    this.afterDashes = graph.node();
    this.boundary = graph.node();
    graph.lead(this.places, SIGNS, this.signs);
  }

  /** A node from which each of these characters leads to an end. */
  anyOf(characters: string): number {
    return this.row(characters, 1);
  }

  /** A node from which `count` of these characters in a row lead to an end. */
  row(characters: string, count: number): number {
    const first = this.graph.node();
    let node = first;
    for (let left = count; left > 0; left--) {
      const next = this.graph.node();
      this.graph.lead(node, characters, next);
      node = next;
    }
    this.graph.end(node);
    return first;
  }

  /** Every match of a rule contains this word. */
  word(word: string, condition: Condition = {}): void {
    this.words.push({ word, condition });
  }

  /** Call this last. The kernel first looks for two characters of each word, then for the rest. */
  addWords(): void {
    const { graph, places, words } = this;
    const whole = graph.node();
    const pairs = pairsOf(words.map(({ word }) => word).filter((word) => endOfPart(word) === 0));
    for (const { word, condition } of words) {
      const end = endOfPart(word) || this.endOfPair(word, pairs);
      const node = graph.word(places, word.slice(0, end));
      if (end === word.length) graph.end(node, condition);
      else {
        const followedUpTo = { sets: [WORD_DASH_DOT], count: word.length - end - 1, node: whole };
        graph.end(node, { followedUpTo });
        graph.end(graph.word(whole, word), condition);
      }
    }
  }

  private endOfPair(word: string, pairs: Map<string, number>): number {
    let end = word.length;
    let best = 0;
    for (let at = word.length; at > 1; at--) {
      const worth = (pairs.get(word.slice(at - 2, at)) ?? 0) + (this.isPlace(word, at) ? PRESENT : 0);
      if (worth <= best) continue;
      best = worth;
      end = at;
    }
    return end;
  }

  /** Whether the kernel already looks for the pair that ends there. */
  private isPlace(word: string, at: number): boolean {
    const { graph, places } = this;
    return graph.next(graph.next(places, word.charCodeAt(at - 1)), word.charCodeAt(at - 2)) !== 0;
  }
}

/**
 * The length of the part of a word that ends with a rare character, or 0. A word with dots is taken up to its last dot,
 * because the scanner stops at the first dot after an anchor.
 */
function endOfPart(word: string): number {
  const dotted = word.lastIndexOf('.') + 1;
  if (dotted > 0) return dotted;
  for (let at = 1; at < word.length; at++) if (RARE.includes(word.charAt(at))) return at + 1;
  return 0;
}

const RARE = '-_~';

/** Scores pairs of characters by how well they predict one of the words. */
function pairsOf(words: readonly string[]): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const word of words) {
    for (let at = 0; at + 1 < word.length; at++) {
      const pair = word.slice(at, at + 2);
      const worth = pairs.get(pair) ?? rarityOf(pair);
      pairs.set(pair, worth + SHARED);
    }
  }
  return pairs;
}

/** The bonus for each further word that shares a pair: the fewer pairs the better. */
const SHARED = 8;
/** The bonus for a pair that another anchor already uses. */
const PRESENT = 100;

const rarityOf = (pair: string) =>
  COMMON_PAIRS.has(pair) ? -PRESENT : rarity(pair.charAt(0)) + rarity(pair.charAt(1));

function rarity(character: string): number {
  const place = FREQUENT.indexOf(character);
  return place < 0 ? FREQUENT.length : place;
}
