import { durationOf } from '@unspool/session';
import { countChanges, type DiffLine } from '@unspool/session/show';
import { argumentOf, toolLabel } from '@unspool/session/tools';
import { shortDuration, shortSize } from '../terminal/numbers.js';
import type { Page } from '../terminal/page.js';
import { safeLine } from '../terminal/safe.js';
import { fit, widthOf } from '../terminal/width.js';
import { type CallDetails, changesIn } from './call-details.js';
import type { Place } from './place.js';
import { printCallInside } from './view/view.js';

const LEAST_ARGUMENT = 8;

/** A call on one line; with --full, its input and output below; then the sub-agents it started. */
export function printCall(details: CallDetails, page: Page, place: Place): void {
  const { call, input } = details;
  const { paint } = page;
  const name = fit(safeLine(toolLabel(call.name)) || '(no name)', page.columns - 2);
  const mark = markOf(details);
  const look = { '✓': paint.green, '✗': paint.red, '?': paint.yellow }[mark];
  const tail = tailOf(details, page.columns - widthOf(name) - 3 - LEAST_ARGUMENT);
  const room = page.columns - widthOf(name) - widthOf(tail) - 3;
  const argument = fit(safeLine(argumentOf(call.name, input, place.conversation.cwd).slice(0, 2000)), room);
  page.line(`${look(mark)} ${paint.bold(name)}${argument === '' ? '' : ` ${argument}`}${paint.dim(tail)}`);
  if (place.detail.isFull) printCallInside(details, page.inside(paint.dim('  │ ')), place);
  else if (mark === '✗') printFirstLine(details, page);
  place.printAgents(place.conversation.agentsOf(call.id), input, page, place);
}

function markOf({ call }: CallDetails): '✓' | '✗' | '?' {
  if (!call.result) return '?';
  return call.result.isError ? '✗' : '✓';
}

/** Size or changes, then duration, as far as there is room for them. */
function tailOf(details: CallDetails, room: number): string {
  const { call, size } = details;
  if (!call.result) return ' · no result';
  const changes = call.result.isError ? [] : changesIn(details);
  const what = ` · ${changes.length > 0 ? changed(changes) : shortSize(size)}`;
  const duration = durationOf(call);
  const all = Number.isNaN(duration) ? what : `${what} · ${shortDuration(duration)}`;
  if (widthOf(all) <= room) return all;
  return widthOf(what) <= room ? what : '';
}

function changed(changes: readonly DiffLine[]): string {
  const { added, removed } = countChanges(changes);
  return `+${added} −${removed}`;
}

function printFirstLine({ text }: CallDetails, page: Page): void {
  const inner = page.inside('  ');
  const line = safeLine(text.replace(/<\/?tool_use_error>/g, '').slice(0, 2000));
  if (line !== '') inner.line(page.paint.red(fit(line, inner.columns)));
}
