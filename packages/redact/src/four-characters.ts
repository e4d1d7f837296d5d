/** A number below 65,536 for the first four characters of a word, all ASCII: few words share one. */
export function fourCharacters(text: string, at: number): number {
  const word =
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24);
  return Math.imul(word, 0x9e3779b1) >>> 16;
}
