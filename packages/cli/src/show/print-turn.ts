import { isSystem, type Turn, totalTokens } from '@unspool/session';
import { tokensText } from '@unspool/session/tokens';
import { shortDuration, shortNumber } from '../terminal/numbers.js';
import type { Page } from '../terminal/page.js';
import { safe, safeLine } from '../terminal/safe.js';
import { clock, stamp } from '../terminal/times.js';
import { fit, widthOf } from '../terminal/width.js';
import { wrap } from '../terminal/wrap.js';
import { branchNote } from './branch-note.js';
import type { Conversation } from './conversation.js';
import type { Moment, Notice } from './moment.js';
import { momentsOf } from './moments.js';
import type { Place } from './place.js';
import { AsidePrinter } from './print-asides.js';
import { printReply } from './print-reply.js';
import { printWords } from './print-words.js';

export function printTurn(turn: Turn, page: Page, place: Place): void {
  page.gap();
  printTurnHeading(turn, page, place);
  page.close();
  printTurnRest(turn, page, place, true);
}

/** The turn without its heading; the footer has its figures. */
export function printTurnRest(turn: Turn, page: Page, place: Place, hasFooter: boolean): void {
  printMoments(momentsOf(place.conversation, turn), page.inside('  '), place);
  if (hasFooter) printFooter(turn, page.inside('  '), place);
}

export function printMoments(moments: Iterable<Moment>, page: Page, place: Place): void {
  const asides = new AsidePrinter(page, place.detail);
  for (const moment of moments) {
    if (moment.kind !== 'aside') asides.settle();
    switch (moment.kind) {
      case 'words':
        printWords(moment.words, moment.isQueued, page, place.detail);
        break;
      case 'reply':
        printReply(moment.reply, moment.message, page, place);
        break;
      case 'aside':
        asides.add(moment.aside);
        break;
      case 'notice':
        printNotice(moment.notice, page);
        break;
      case 'lost_result':
        page.lines(
          wrap(`? a result without its call: ${safeLine(moment.tool_use_id)}`, page.columns, page.paint.yellow),
        );
        break;
    }
  }
  asides.end();
}

export function printTurnHeading(turn: Turn, page: Page, { conversation, branches, depth }: Place): void {
  const { paint } = page;
  const who = depth > 0 ? 'task' : turn.kind === 'continued' ? 'continued' : 'you';
  const before = conversation.turns.turns[turn.number - 2];
  const time = timeOf(turn, before);
  const words = [who, time].filter(Boolean).join(' · ');
  const number = String(turn.number);
  const rule = '─'.repeat(Math.max(0, page.columns - widthOf(`${number} ${words} `) - 1));
  page.line(`${paint.bold(paint.cyan(number))} ${words} ${paint.dim(rule)}`);
  const note = branchNote(turn, branches);
  if (note !== undefined) page.inside('  ').lines(wrap(`⑂ ${note}`, page.columns - 2, paint.yellow));
}

/** The time; with the day if it is not that of the turn before. */
function timeOf(turn: Turn, before: Turn | undefined): string {
  if (Number.isNaN(turn.startedAt)) return '';
  const full = stamp(turn.startedAt);
  const isSameDay = before !== undefined && stamp(before.startedAt).slice(0, 10) === full.slice(0, 10);
  return isSameDay ? clock(turn.startedAt) : full;
}

function printFooter(turn: Turn, page: Page, { conversation, hasModels }: Place): void {
  const parts: string[] = [];
  if (hasModels)
    parts.push(...new Set(turn.replies.flatMap((reply) => (reply.isSynthetic ? [] : (reply.model ?? [])))));
  const duration = durationOfTurn(turn, conversation);
  if (!turn.isOpen && duration > 0) parts.push(shortDuration(duration));
  if (totalTokens(turn.tokens) > 0) parts.push(tokensText(turn.tokens, shortNumber));
  if (turn.isOpen) parts.push('no reply');
  page.gap();
  if (parts.length > 0) page.lines(wrap(safe(parts.join(' · ')), page.columns, page.paint.dim));
}

/** As the client measured it, or from the first line to the last. */
function durationOfTurn(turn: Turn, { session }: Conversation): number {
  const node = turn.nodes.findLast((at) => at.type === 'system' && at.subtype === 'turn_duration');
  const entry = node && session.read(node);
  if (entry && isSystem(entry) && typeof entry.durationMs === 'number') return entry.durationMs;
  return turn.endedAt - turn.startedAt;
}

function printNotice({ tone, text }: Notice, page: Page): void {
  const { paint } = page;
  if (tone !== 'cut') {
    page.lines(wrap(`! ${safe(text)}`, page.columns, tone === 'error' ? paint.red : paint.yellow));
    return;
  }
  page.gap();
  const words = `${fit(`── ${safeLine(text)}`, page.columns - 1)} `;
  page.line(paint.yellow(words + '─'.repeat(Math.max(0, page.columns - widthOf(words)))));
  page.gap();
}
