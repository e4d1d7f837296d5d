import type { MarkdownTheme } from '@mariozechner/pi-tui/dist/components/markdown.js';
import type { SelectListTheme } from '@mariozechner/pi-tui/dist/components/select-list.js';

type Style = (text: string) => string;

/** Styles. Uses only the terminal's own sixteen colours, so that light and dark themes both work. */
export interface Paint {
  bold: Style;
  dim: Style;
  italic: Style;
  underline: Style;
  strike: Style;
  accent: Style;
  good: Style;
  bad: Style;
  warn: Style;
  code: Style;
}

export function paintFor(env: { readonly [name: string]: string | undefined }): Paint {
  const hasColour = !env['NO_COLOR'];
  const colour = (on: number): Style => (hasColour ? sgr(on, 39) : (text) => text);
  return {
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    italic: sgr(3, 23),
    underline: sgr(4, 24),
    strike: sgr(9, 29),
    accent: colour(36),
    good: colour(32),
    bad: colour(31),
    warn: colour(33),
    code: colour(35),
  };
}

export function listTheme({ accent, dim, bold }: Paint): SelectListTheme {
  return {
    selectedPrefix: accent,
    selectedText: (text) => bold(accent(text)),
    description: dim,
    scrollInfo: dim,
    noMatch: dim,
  };
}

export function markdownTheme(paint: Paint): MarkdownTheme {
  const { accent, bold, code, dim, italic, strike, underline } = paint;
  return {
    heading: (text) => bold(accent(text)),
    link: accent,
    linkUrl: dim,
    code,
    codeBlock: code,
    codeBlockBorder: dim,
    quote: italic,
    quoteBorder: dim,
    hr: dim,
    listBullet: accent,
    bold,
    italic,
    strikethrough: strike,
    underline,
  };
}

function sgr(on: number, off: number): Style {
  return (text) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
}
