import { shortNumber } from '@unspool/session/show';
import type { Story } from '../story.js';
import { dollars, moment } from '../words-of-kind.js';
import { escaped } from './escape.js';
import { SCRIPT, SCRIPT_HASH, SEARCH_BAR } from './script.js';
import { STYLE } from './style.js';
import { tapeToHtml } from './tape.js';
import { itemsToHtml, turnToHtml } from './turn.js';

/** Nothing is fetched, and nothing but our own script runs, whatever a transcript contains. */
const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;

/** A self-contained page, in pieces, so that no more than one part is in memory. */
export async function* storyToHtml(story: Story, note: string): AsyncGenerator<string> {
  const { title } = story;
  const heads = story.heads();
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="top"><h1>${escaped(title)}</h1><p>${escaped((await factsOf(story)).join(' · '))}</p>${tapeToHtml(heads)}${SEARCH_BAR}</header>
<main>
`;
  yield* partsToHtml(story);
  const last = heads.findLast(({ endedAt }) => endedAt !== null)?.endedAt ?? null;
  const until = last === null ? '' : ` Last line: ${moment(last)}.`;
  yield `</main>\n<footer>${escaped(note)}${escaped(until)}</footer>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** In characters: a few screens. A browser needs long to draw very many. */
const PART = 100_000;

/** The turns in parts. The script draws all but the first on demand; without scripts, a browser draws them all. */
async function* partsToHtml(story: Story): AsyncGenerator<string> {
  let part = await itemsToHtml(story, story.preamble());
  let isFirst = true;
  const end = () => {
    const html = isFirst ? part : `<noscript>${part}</noscript>`;
    part = '';
    isFirst = false;
    return `<div class="part">${html}</div>\n`;
  };
  for (const turn of story.turns()) {
    part += await turnToHtml(story, turn);
    if (part.length > PART) yield end();
  }
  if (part !== '') yield end();
}

/** The facts that the app shows above a session. */
async function factsOf(story: Story): Promise<string[]> {
  const isWhole = story.length === story.total;
  const turns = `${story.total} ${story.total === 1 ? 'turn' : 'turns'}`;
  const { tokens, cost } = await story.totals();
  return [
    story.folder,
    isWhole ? turns : `${story.length} of ${turns}`,
    isWhole && tokens > 0 ? `${shortNumber(tokens)} tokens` : undefined,
    isWhole && cost !== null && cost > 0 ? dollars(cost) : undefined,
    story.resumes,
  ].filter((fact) => fact !== undefined);
}
