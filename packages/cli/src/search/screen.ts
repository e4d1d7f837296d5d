import { projectName } from '@unspool/session';
import type { Hit, SearchResult, Snippet } from '@unspool/store';
import type { Io } from '../io.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safe, safeLine } from '../terminal/safe.js';
import { when } from '../terminal/times.js';

export function resultOnScreen(result: SearchResult, io: Io): string {
  const paint = colours(io.hasColour);
  const hits = result.hits.map((hit) => hitOnScreen(hit, paint, io)).join('\n');
  const count = `${result.isMore ? 'more than ' : ''}${plural(result.count, 'hit')}`;
  const order = result.sorted === 'time' ? ', the newest first' : '';
  return `${hits}${paint.dim(`\n${count}, ${result.hits.length} shown${order}`)}\n`;
}

function hitOnScreen(hit: Hit, paint: Colours, io: Io): string {
  const place = `${hit.sessionId.slice(0, 8)} turn ${hit.turn}`;
  const kind = [hit.kind.replace('_', ' '), hit.tool && safeLine(hit.tool), hit.isError && 'error']
    .filter(Boolean)
    .join(', ');
  const agent = hit.agentId === undefined ? '' : ` sub-agent ${safeLine(hit.agentId)}`;
  const project = hit.cwd === undefined ? '' : ` ${safeLine(projectName(hit.cwd))}`;
  const time = hit.time === undefined ? '' : ` ${when(hit.time, io.now)}`;
  const head = `${paint.cyan(place)}${agent}${paint.bold(project)}${time} ${paint.dim(`${kind}, byte ${hit.byte}`)}`;
  return `${head}\n  ${highlighted(hit.snippet, paint)}\n`;
}

/** Pieces are made safe one by one: only our own colours reach the terminal. */
function highlighted({ text, ranges }: Snippet, paint: Colours): string {
  let out = '';
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    out += onOneLine(text.slice(at, start)) + paint.bold(paint.yellow(onOneLine(text.slice(start, end))));
    at = end;
  }
  return out + onOneLine(text.slice(at));
}

function onOneLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ');
}
