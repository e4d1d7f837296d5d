/** Scripts that write no spaces: each character is a word of its own, and words are found as phrases of them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const MAYBE_UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ud7ff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

/** Text as the index is to see it. */
export function segment(text: string): string {
  return MAYBE_UNSPACED.test(text) ? text.replace(UNSPACED, ' $& ') : text;
}
