import { projectName } from '@unspool/session/locate';
import { shortId } from '@unspool/session/show';
import type { Hit, SearchResult, Snippet } from '@unspool/store';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine, safePart } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';
import { type Span, wrap, wrapSpans } from '../terminal/wrap.js';

export function resultOnScreen(result: SearchResult, io: Io): string {
  const paint = colours(io.hasColour);
  const hits = result.hits.map((hit) => hitOnScreen(hit, paint, io)).join('\n');
  const all = `${result.isMore ? 'more than ' : ''}${plural(result.count, 'hit')}`;
  const isAll = !result.isMore && result.count === result.hits.length;
  const count = isAll ? all : `${result.hits.length} of ${all}`;
  const copies = result.hits.reduce((sum, hit) => sum + (hit.copies?.length ?? 0), 0);
  const also = copies > 0 ? ` and ${plural(copies, 'copy', 'copies')} of them` : '';
  const order = result.sorted === 'time' ? ', newest first' : '';
  const summary = wrap(`${count}${also}${order}`, io.columns ?? Number.POSITIVE_INFINITY, paint.dim);
  return `${hits}\n${summary.join('\n')}\n`;
}

function hitOnScreen(hit: Hit, paint: Colours, io: Io): string {
  const place = `${shortId(hit.sessionId)} turn ${hit.turn}`;
  const title = hit.title === undefined ? '' : fit(safeLine(hit.title), TITLE_COLUMNS);
  const rest = [
    hit.client !== undefined && agentLabel(hit.client),
    hit.agentId !== undefined && `sub-agent ${safeLine(hit.agentId)}`,
    hit.cwd !== undefined && safeLine(projectName(hit.cwd)),
    hit.time !== undefined && when(hit.time, io.now),
    kindOf(hit),
    hit.copies && `also in ${plural(hit.copies.length, 'copy', 'copies')}`,
  ].filter(Boolean);
  const head: Span[] = [
    { text: place, paint: paint.cyan },
    { text: title === '' ? '' : `  ${title}`, paint: paint.bold },
    { text: `  ${rest.join(' · ')}`, paint: paint.dim },
  ];
  const columns = io.columns ?? Number.POSITIVE_INFINITY;
  const words = hit.unread === undefined ? highlighted(hit.snippet, paint) : [{ text: unread(hit.unread) }];
  const snippet = wrapSpans(words, columns - INDENT.length);
  return [...wrapSpans(head, columns), ...snippet.map((line) => INDENT + line)].map((line) => `${line}\n`).join('');
}

const INDENT = '  ';
const TITLE_COLUMNS = 50;

function kindOf({ kind, tool, isError }: Hit): string {
  return [kind.replace('_', ' '), tool && safeLine(tool), isError && 'error'].filter(Boolean).join(', ');
}

function unread(why: string): string {
  return `(its text cannot be shown: ${safeLine(why)})`;
}

/** Each piece is made safe by itself, so that only our own colours reach the terminal. */
function highlighted({ text, ranges }: Snippet, paint: Colours): Span[] {
  const spans: Span[] = [];
  const found = (part: string) => paint.bold(paint.yellow(part));
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    spans.push({ text: safePart(text.slice(at, start)) }, { text: safePart(text.slice(start, end)), paint: found });
    at = end;
  }
  return [...spans, { text: safePart(text.slice(at)) }];
}
