/**
 * The deepest nesting of a line that is read. Walking deeper ones, also with `JSON.stringify`, would overflow the
 * stack. Real lines have a dozen levels.
 */
export const DEEPEST = 1000;

const QUOTE = 34;
const BACKSLASH = 92;

/** Whether a JSON text nests deeper than `DEEPEST`. Checked before parsing, because parsing uses memory. */
export function isTooDeep(text: string): boolean {
  return hasManyOpen(text) && depthExceeds(text);
}

/** Almost no line opens that many, so most lines need no walk. */
function hasManyOpen(text: string): boolean {
  let count = 0;
  for (const open of ['{', '[']) {
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 1)) if (++count > DEEPEST) return true;
  }
  return false;
}

function depthExceeds(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = closingQuote(text, at + 1);
      if (at < 0) return false;
    } else if (code === 123 || code === 91) {
      if (++depth > DEEPEST) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}
