/** A line break, perhaps escaped, with the prefix of a listing, a diff or a comment. */
export const BREAK = '(?:\\r?\\n|\\\\{1,16}(?:r\\\\{1,16})?n)(?:[ \\t]*\\d{1,6}[→\\t:|])?[+>#*-]?';

const LINE_END = /\r?\n|\\{1,16}(?:r\\{1,16})?n/;

/** The end of the line that `from` is on, at most `limit` characters away. */
export function endOfLine(text: string, from: number, limit: number): number {
  const part = text.slice(from, from + limit);
  return from + (LINE_END.exec(part)?.index ?? part.length);
}
