// biome-ignore-all lint/suspicious/noControlCharactersInRegex: colours are escape sequences.

/** Longer words are cut into pieces, since wrapping takes time quadratic in a word's length. */
const PIECE = 1000;
const LONG = /\S{2000,}/g;
const OPEN_COLOUR = /\u001b(?:\[[0-9;]*)?$/;
/** More than fits on a screen. */
const SHOWN = 20_000;
const LONGER_THAN_SHOWN = /\S{20001,}/g;

/** Cuts very long words where a line of this width would end anyway. */
export function cutLongWords(text: string, width: number): string {
  const size = Math.max(1, Math.floor(PIECE / width)) * width;
  return text.replace(LONG, (word) => piecesOf(word, size).join(' '));
}

/** Keeps only the end of extremely long words, for text that is redrawn with every piece that arrives. */
export function endsOfLongWords(text: string): string {
  return text.replace(LONGER_THAN_SHOWN, (word) =>
    word.slice(isLowHalf(word, word.length - SHOWN) ? 1 - SHOWN : -SHOWN),
  );
}

function piecesOf(word: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0, end = 0; at < word.length; at = end) {
    end = at + size;
    // Do not cut through a character or a colour.
    if (isLowHalf(word, end)) end++;
    else end -= OPEN_COLOUR.exec(word.slice(end - 16, end))?.[0].length ?? 0;
    pieces.push(word.slice(at, end));
  }
  return pieces;
}

function isLowHalf(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
