import { WORD_DASH, WORD_DASH_DOT } from '../characters.js';
import { ALL, WIDE_COLON } from './bytes.js';
import type { Condition, Graph } from './graph.js';

/** Characters that assign: before them names are looked for. */
export const SIGNS = `:=>${WIDE_COLON}`;
const LONGEST_FLAG = 90;

/**
 * Where the kernel has to stop. An anchor is a part of everything that a rule finds. From the last OTHER character before
 * it up to the first one behind it, the scanner then looks at each character: there the rule must find it.
 */
export class Anchors {
  /** What may end at any place. */
  readonly places: number;
  /** What may end with a sign. */
  readonly signs: number;
  /** What may begin with a colon, read forwards. */
  readonly ahead: number;
  /** What may end before a long stretch of base64 characters, and with the first character behind one. */
  readonly beforeStretch: number;
  readonly afterStretch: number;
  /** What may end with the first character behind a run that begins with two dashes. */
  readonly afterDashes: number;
  /** What may end where a word begins. */
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
    const sets = [WORD_DASH];
    this.word('--', {
      before: this.anyOf(ALL.replace('-', '')),
      followedUpTo: { sets, count: LONGEST_FLAG, node: this.afterDashes },
    });
  }

  /** A node that one of these characters leads to an end from. */
  anyOf(characters: string): number {
    return this.row(characters, 1);
  }

  /** The same of so many characters. */
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

  /** This word is part of everything that a rule finds. */
  word(word: string, condition: Condition = {}): void {
    this.words.push({ word, condition });
  }

  /** To be done last. The kernel looks for two characters of each word, and then for all of it. */
  addWords(): void {
    const { graph, places, words } = this;
    const whole = graph.node();
    const pairs = pairsOf(words.map(({ word }) => word).filter((word) => endOfPart(word) === 0));
    for (const { word, condition } of words) {
      const end = endOfPart(word) || endOfPair(word, pairs);
      const node = graph.word(places, word.slice(0, end));
      if (end === word.length) graph.end(node, condition);
      else {
        const followedUpTo = { sets: [WORD_DASH_DOT], count: word.length - end - 1, node: whole };
        graph.end(node, { followedUpTo });
        graph.end(graph.word(whole, word), condition);
      }
    }
  }
}

/**
 * Where the part of a word ends that is rare by its last character; 0 for none. Of a word with dots that is all of them:
 * the scanner looks only up to the first dot behind an anchor.
 */
function endOfPart(word: string): number {
  const dotted = word.lastIndexOf('.') + 1;
  if (dotted > 0) return dotted;
  for (let at = 1; at < word.length; at++) if (RARE.includes(word.charAt(at))) return at + 1;
  return 0;
}

const RARE = '-_~';

/** The pairs of characters in some words, and how well each would tell that such a word is there. */
function pairsOf(words: readonly string[]): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const word of words) {
    for (let at = 0; at + 1 < word.length; at++) {
      const pair = word.slice(at, at + 2);
      const worth = pairs.get(pair) ?? rarity(word.charAt(at)) + rarity(word.charAt(at + 1));
      pairs.set(pair, worth + SHARED);
    }
  }
  return pairs;
}

/** It counts more that two words share a pair than how rare it is. */
const SHARED = 64;
/** From the most frequent characters on, digits first; all others are about as rare as the last. */
const FREQUENT = '0123456789etaoinshrdlcumwfgypbvk';

function rarity(character: string): number {
  const place = FREQUENT.indexOf(character);
  return place < 0 ? FREQUENT.length : place;
}

function endOfPair(word: string, pairs: Map<string, number>): number {
  let end = word.length;
  let best = 0;
  for (let at = word.length; at > 1; at--) {
    const worth = pairs.get(word.slice(at - 2, at)) ?? 0;
    if (worth <= best) continue;
    best = worth;
    end = at;
  }
  return end;
}
