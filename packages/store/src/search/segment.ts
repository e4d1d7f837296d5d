/** Scripts without spaces: each character is indexed as a word, and words are found as phrases. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ALL_UNSPACED = new RegExp(UNSPACED, 'gu');
const MAYBE_UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ud7ff\ua9e0-\uaa7f\uf900-\ufaff\uff66-\uffdc\u{116d0}-\u{116ff}\u{16fe0}-\u{16fff}\u{1aff0}-\u{1b16f}\u{20000}-\u{3ffff}]/u;

/** SQLite knows Unicode of 2012. It takes newer symbols (emoji, direction marks, icon fonts) for letters. */
const SIGN = /[^\p{L}\p{N}\p{M}\0-\x7f]/gu;
/** A superset of such symbols, since the pattern above takes milliseconds to compile. */
const MAYBE_SIGN =
  /[\u058d-\u1fff\u2066-\u2069\u20ba-\u20cf\u218a\u218b\u23f4-\u23ff\u2427-\u2429\u2700\u2b4d-\u2bff\u2e3c-\u2e7f\u2ff0-\u2fff\u31e4-\u33ff\ua4d0-\uabff\ud800-\udbff\ue000-\uf8ff\ufbb0-\ufeff]/;

/** Replaces terminal escape sequences, which would become part of the words next to them. Keeps all offsets. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(COLOURS, (sequence) => ' '.repeat(sequence.length)) : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with it
const COLOURS = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Text as it is indexed: with spaces between words that SQLite would not separate. */
export function segment(text: string): string {
  const plain = withoutColours(text);
  const parted = MAYBE_SIGN.test(plain) ? plain.replace(SIGN, ' ') : plain;
  return MAYBE_UNSPACED.test(parted) ? parted.replace(ALL_UNSPACED, ' $& ') : parted;
}
