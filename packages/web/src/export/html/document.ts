import type { Story } from '../story.js';
import { moment } from '../words-of-kind.js';
import { escaped } from './escape.js';
import { STYLE } from './style.js';
import { itemsToHtml, turnToHtml } from './turn.js';

/** Nothing is fetched and nothing runs, whatever a transcript holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** One page that needs nothing else, piece by piece: no more than a turn is held at once. */
export async function* storyToHtml(story: Story, note: string): AsyncGenerator<string> {
  const { title } = story;
  const count =
    story.length === story.total
      ? `${story.total} ${story.total === 1 ? 'turn' : 'turns'}`
      : `${story.length} of ${story.total} turns`;
  const facts = [story.folder, count, story.resumes].filter((fact) => fact !== undefined).join(' · ');
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
<header class="top"><h1>${escaped(title)}</h1><p>${escaped(facts)}</p></header>
<main>
`;
  yield await itemsToHtml(story, story.preamble());
  let last: number | null = null;
  for (const turn of story.turns()) {
    last = turn.head.endedAt ?? last;
    yield await turnToHtml(story, turn);
  }
  const until = last === null ? '' : ` Last line of ${moment(last)}.`;
  yield `</main>\n<footer>${escaped(note)}${escaped(until)}</footer>\n</body>\n</html>\n`;
}
