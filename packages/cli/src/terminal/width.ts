import stringWidth from 'string-width';

/** Columns a text takes on screen: wide characters take two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** A text cut to so many columns, with a mark where something is missing. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (text.length <= columns && widthOf(text) <= columns) return text;
  let width = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, columns * 4))) {
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

/** Words broken into lines of at most so many columns; indentation of the text is kept. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(10, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )/)) {
    if (current !== '' && widthOf(current + word.trimEnd()) > columns) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += word;
    while (widthOf(current) > columns) {
      const head = cut(current, columns);
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  if (current !== '') lines.push(current.trimEnd());
  return lines;
}

function cut(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const character of text) {
    width += widthOf(character);
    if (width > columns && kept !== '') return kept;
    kept += character;
  }
  return kept;
}
