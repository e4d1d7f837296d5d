import { escaped } from '../export/html/escape.js';

export interface PlainWords {
  /** What happened. */
  what: string;
  /** Why, and what to do. */
  more: string[];
}

export interface PlainLook {
  styles: readonly string[];
  icon: string | undefined;
}

/** A page without the app: no script, and only the style sheets of the app. */
export function plainPage({ what, more }: PlainWords, { styles, icon }: PlainLook): string {
  // Without an icon, browsers request one that does not exist.
  const links = [
    ...styles.map((path) => `<link rel="stylesheet" href="${escaped(path)}">`),
    `<link rel="icon" href="${escaped(icon ?? 'data:,')}">`,
  ].join('');
  const paragraphs = more.map((text) => `<p>${escaped(text)}</p>`).join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${escaped(what)} · Unspool</title>${links}</head>
<body><main class="notice plain-page"><p class="plain-brand">unspool</p><h1>${escaped(what)}</h1>${paragraphs}</main></body>
</html>
`;
}
