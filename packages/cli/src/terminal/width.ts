import stringWidth from 'string-width';

/** One column each: Latin letters, dashes, quotes and dots; nothing wide, nothing that combines or hides. */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e]*$/;
const segmenter = new Intl.Segmenter();

/** Columns a text takes on screen: wide characters take two. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** A text cut to so many columns, with a mark where something is missing. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (text.length <= columns && widthOf(text) <= columns) return text;
  const head = text.slice(0, columns - 1);
  // One letter a column and nothing that could combine with what is cut off: no need to look closer.
  if (PLAIN.test(text.slice(0, columns))) return `${head}…`;
  let width = 0;
  let kept = '';
  for (const { segment } of segmenter.segment(text.slice(0, columns * 4))) {
    const next = widthOf(segment);
    if (width + next > columns - 1) break;
    width += next;
    kept += segment;
  }
  return `${kept}…`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - widthOf(text))) + text;
}
