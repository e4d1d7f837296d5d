/** A text that matches a word according to the index. */
export interface FoundText {
  id: number;
  session: number;
  turn: number;
  kind: number;
  time: number | null;
  isAgent: boolean;
}

/** For each word what it adds, in the turn and in one of its texts. */
export interface FoundTurn {
  words: Map<number, number>;
  texts: Map<number, { text: FoundText; score: number; gains: Map<number, number> }>;
  best: FoundText;
  bestScore: number;
}

/** What is left of a turn when masked words do not count. */
export interface ShownTurn {
  best: FoundText;
  score: number;
}

/** Words anywhere in the turn, and once more for those that are close together. */
export function scoreOf({ words, bestScore }: Pick<FoundTurn, 'words' | 'bestScore'>): number {
  let score = bestScore;
  for (const gain of words.values()) score += gain;
  // The order in which numbers are added must not matter.
  return Number(score.toFixed(6));
}

/** Undefined if all words are masked. Reads only texts that can still change the result. */
export function shownTurn({ texts }: FoundTurn, wordsIn: (id: number) => ReadonlySet<number>): ShownTurn | undefined {
  const words = new Map<number, number>();
  let best: FoundText | undefined;
  let bestScore = 0;
  for (const { text, score, gains } of [...texts.values()].sort((a, b) => b.score - a.score)) {
    const isTelling = score > bestScore || [...gains].some(([at, gain]) => gain > (words.get(at) ?? 0));
    if (!isTelling) continue;
    const shown = wordsIn(text.id);
    let left = 0;
    for (const [at, gain] of gains) {
      if (!shown.has(at)) continue;
      left += gain;
      words.set(at, Math.max(words.get(at) ?? 0, gain));
    }
    if (left <= bestScore) continue;
    best = text;
    bestScore = left;
  }
  return best && { best, score: scoreOf({ words, bestScore }) };
}
