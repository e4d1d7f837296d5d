/** One column each: Latin letters, dashes, quotes and dots; nothing wide, nothing that combines or hides. */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e]*$/;

/** Columns a text takes on screen: wide characters take two. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : segmentedWidth(text);
}

/** Cuts text to this many columns, with an ellipsis if something is missing. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (text.length <= columns && widthOf(text) <= columns) return text;
  const head = text.slice(0, columns - 1);
  // Every character is one column wide and none combines with the next, so it can be cut by length.
  if (PLAIN.test(text.slice(0, columns))) return `${head}…`;
  let width = 0;
  let kept = '';
  for (const { segment } of patterns().segmenter.segment(text.slice(0, columns * 4))) {
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

function segmentedWidth(text: string): number {
  const { segmenter, colour, visible, emoji, wide, spacing } = patterns();
  let width = 0;
  for (const { segment } of segmenter.segment(text.replace(colour, ''))) {
    const shown = visible.exec(segment)?.[0];
    if (shown === undefined) continue;
    if (emoji.test(segment) || wide.test(shown)) width += 2;
    else width += 1;
    // Half-width Japanese voicing marks and vowel signs after a letter take a column of their own.
    for (const _ of segment.slice(segment.indexOf(shown) + shown.length).matchAll(spacing)) width += 1;
  }
  return width;
}

interface Patterns {
  segmenter: Intl.Segmenter;
  colour: RegExp;
  visible: RegExp;
  emoji: RegExp;
  wide: RegExp;
  spacing: RegExp;
}

let made: Patterns | undefined;

/** Created on first use, because loading Unicode's tables takes longer than most commands. */
function patterns(): Patterns {
  made ??= {
    segmenter: new Intl.Segmenter(),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
    colour: /\u001b\[[\d;]*m/g,
    visible: /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u,
    emoji: /\p{RI}\p{RI}|(?!\p{RI})\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u,
    wide: new RegExp(`^[${WIDE}]`, 'u'),
    spacing: /[\p{Mc}\uff9e\uff9f]/gu,
  };
  return made;
}

/** Unicode's East Asian Width W and F, except emoji. */
const WIDE =
  '\\u1100-\\u115f\\u2329\\u232a\\u2630-\\u2637\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\ua4c6\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff' +
  '\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1d300}-\\u{1d376}' +
  '\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}';
