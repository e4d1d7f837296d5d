import { projectName } from '@unspool/session/locate';
import type { Hit, SearchResult, Snippet } from '@unspool/store';
import type { Io } from '../io.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safe, safeLine } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { type Span, wrap, wrapSpans } from '../terminal/wrap.js';

export function resultOnScreen(result: SearchResult, io: Io): string {
  const paint = colours(io.hasColour);
  const hits = result.hits.map((hit) => hitOnScreen(hit, paint, io)).join('\n');
  const count = `${result.isMore ? 'more than ' : ''}${plural(result.count, 'hit')}`;
  const copies = result.hits.reduce((sum, hit) => sum + (hit.copies?.length ?? 0), 0);
  const also = copies > 0 ? ` and ${plural(copies, 'copy', 'copies')} of them` : '';
  const order = result.sorted === 'time' ? ', the newest first' : '';
  const summary = wrap(
    `${count}, ${result.hits.length} shown${also}${order}`,
    io.columns ?? Number.POSITIVE_INFINITY,
    paint.dim,
  );
  return `${hits}\n${summary.join('\n')}\n`;
}

function hitOnScreen(hit: Hit, paint: Colours, io: Io): string {
  const place = `${hit.sessionId.slice(0, 8)} turn ${hit.turn}`;
  const kind = [hit.kind.replace('_', ' '), hit.tool && safeLine(hit.tool), hit.isError && 'error']
    .filter(Boolean)
    .join(', ');
  const agent = hit.agentId === undefined ? '' : ` sub-agent ${safeLine(hit.agentId)}`;
  const project = hit.cwd === undefined ? '' : ` ${safeLine(projectName(hit.cwd))}`;
  const time = hit.time === undefined ? '' : ` ${when(hit.time, io.now)}`;
  const head: Span[] = [
    { text: place, paint: paint.cyan },
    { text: agent },
    { text: project, paint: paint.bold },
    { text: `${time} ` },
    { text: `${kind}, byte ${hit.byte}`, paint: paint.dim },
    { text: hit.copies ? `, also in ${plural(hit.copies.length, 'copy', 'copies')}` : '' },
  ];
  const columns = io.columns ?? Number.POSITIVE_INFINITY;
  const words = hit.unread === undefined ? highlighted(hit.snippet, paint) : [{ text: unread(hit.unread) }];
  const snippet = wrapSpans(words, columns - INDENT.length);
  return [...wrapSpans(head, columns), ...snippet.map((line) => INDENT + line)].map((line) => `${line}\n`).join('');
}

const INDENT = '  ';

function unread(why: string): string {
  return `(its words cannot be shown: ${safeLine(why)})`;
}

/** Pieces are made safe one by one: only our own colours reach the terminal. */
function highlighted({ text, ranges }: Snippet, paint: Colours): Span[] {
  const spans: Span[] = [];
  const found = (part: string) => paint.bold(paint.yellow(part));
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    spans.push({ text: onOneLine(text.slice(at, start)) }, { text: onOneLine(text.slice(start, end)), paint: found });
    at = end;
  }
  return [...spans, { text: onOneLine(text.slice(at)) }];
}

function onOneLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ');
}
