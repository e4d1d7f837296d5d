import type { Anchors } from '../anchor/anchors.js';
import type { Span } from '../finding.js';

/** The 12 to 24 words of a wallet, after a name for them: `MNEMONIC="…"`, `seed phrase: …`. Unlike prose, it has no short words. */
const NAMES = ['phrase', 'Phrase', 'PHRASE', 'mnemonic', 'Mnemonic', 'MNEMONIC'];
const LONGEST_NAME = 40;
const WORDS =
  /(?:(?:\\{0,16}["'`])?[ \t]{0,4}(?:is|=>|:=|[:=])[ \t]{0,4}|[ \t]{1,4})(?:\\{0,16}["'`])?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/y;

export function phraseAfter(text: string, start: number, end: number): Span | undefined {
  const last = text.charCodeAt(end - 1) | 32;
  if ((last !== SMALL_E && last !== SMALL_C) || end - start > LONGEST_NAME) return undefined;
  if (!NAMES.some((name) => text.endsWith(name, end) && end - start >= name.length)) return undefined;
  WORDS.lastIndex = end;
  const phrase = WORDS.exec(text)?.[1];
  if (!phrase) return undefined;
  return { kind: 'recovery_phrase', start: WORDS.lastIndex - phrase.length, end: WORDS.lastIndex, byName: true };
}

const SMALL_C = 99;
const SMALL_E = 101;

export function anchorPhrases(anchors: Anchors): void {
  const followed = { sets: [], count: 0, node: anchors.anyOf(' \t=:"\'`\\') };
  for (const name of NAMES) anchors.word(name, { followedUpTo: followed });
}
