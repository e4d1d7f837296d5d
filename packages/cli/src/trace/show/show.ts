import { createRedactor } from '@unspool/redact';
import { readLines } from '@unspool/session';
import {
  type ContentMode,
  openTrace,
  readConfig,
  type SessionTrace,
  type TraceConfig,
  type TurnTrace,
} from '@unspool/trace';
import type { Io } from '../../io.js';
import { findSession } from '../../session/find.js';
import { plural, shortNumber } from '../../terminal/numbers.js';
import { Page } from '../../terminal/page.js';
import { safeLine } from '../../terminal/safe.js';
import { pricesOf } from '../../usage/own-prices.js';
import { UserError } from '../../user-error.js';
import { costWith } from '../cost-of.js';
import { traceFolderOf } from '../machine.js';
import { warnUnread } from '../warn-unread.js';
import { dollars, printTurn, type TurnSum } from './print-turn.js';

export interface TraceShowOptions {
  turn?: string;
  content?: string;
  json?: boolean;
}

/** Draws the traces of a session as they would be sent. Nothing leaves the machine. */
export function traceShow(query: string, options: TraceShowOptions, io: Io): number {
  const wished = contentMode(options.content);
  const prices = pricesOf(io);
  const config = configIn(io);
  const file = findSession(query, io);
  const trace = openTrace({
    file,
    content: wished ?? config?.content ?? 'redacted',
    costOf: costWith(() => prices),
    ...(config && { redactor: createRedactor({ salt: config.salt }) }),
    ...(config?.userId !== undefined && { userId: config.userId }),
  });
  if (trace.turns.length === 0) refuseOtherFile(file);
  const turns = wantedTurns(trace, options.turn);
  if (options.json) printJson(trace, turns, io);
  else print(trace, turns, io);
  return 0;
}

/** The current configuration. Does not create one. */
function configIn(io: Io): TraceConfig | undefined {
  const folder = traceFolderOf(io);
  try {
    return readConfig(folder);
  } catch (error) {
    throw new UserError((error as Error).message, { hint: `Correct or delete ${folder.config}.` });
  }
}

/** An empty session has nothing to show. A file without any line of a session is an error. */
function refuseOtherFile(file: string): void {
  const lines = readLines(file);
  let count = 0;
  for (const line of lines) {
    if (line.state === 'whole' && line.objects.length > 0) return;
    if (++count > 1000) break;
  }
  if (count === 0) return;
  throw new UserError(`${safeLine(file)} is not a session.`, { hint: 'List sessions with: unspool ls' });
}

function contentMode(text: string | undefined): ContentMode | undefined {
  if (text === undefined) return undefined;
  if (text === 'full' || text === 'redacted' || text === 'none') return text;
  throw new UserError(`"${text}" is not a content mode.`, { hint: 'Use full, redacted or none.', isUsage: true });
}

function wantedTurns({ turns }: SessionTrace, text: string | undefined): TurnTrace[] {
  if (text === undefined) return turns;
  const hint = turns.length === 0 ? 'It has no turns.' : `It has turns 1 to ${turns.length}.`;
  if (!/^\d+$/.test(text.trim()))
    throw new UserError(`Cannot use "${text}" as a turn number.`, { hint, isUsage: true });
  const wanted = turns.filter((turn) => turn.number === Number(text));
  if (wanted.length === 0) throw new UserError(`There is no turn ${text} in this session.`, { hint });
  return wanted;
}

/** Turn by turn, without keeping what was printed. */
function printJson({ sessionId, unread }: SessionTrace, turns: readonly TurnTrace[], io: Io): void {
  io.out(`{"sessionId":${JSON.stringify(sessionId)},"turns":[`);
  turns.forEach((turn, at) => {
    io.out(`${at > 0 ? ',' : ''}\n${JSON.stringify({ ...turn, spans: turn.spans() })}`);
  });
  io.out(`],"unread":${JSON.stringify(Array.from(unread, ([file, lines]) => ({ file, lines })))}}\n`);
}

function print({ sessionId, unread }: SessionTrace, turns: readonly TurnTrace[], io: Io): void {
  const page = Page.of(io);
  const sums: TurnSum[] = [];
  for (const turn of turns) {
    const sum = printTurn(turn, page);
    if (sum.spans > 0) sums.push(sum);
    page.flush();
  }
  if (sums.length === 0) io.err(`Session ${sessionId} has nothing to trace yet.\n`);
  if (sums.length > 1) printSum(sums, page);
  page.flush();
  for (const [file, lines] of unread) warnUnread(file, lines, io);
}

function printSum(sums: readonly TurnSum[], page: Page): void {
  const total = (pick: (sum: TurnSum) => number) => sums.reduce((all, sum) => all + pick(sum), 0);
  const hasCost = sums.some((sum) => sum.cost !== undefined);
  const parts = [
    plural(sums.length, 'turn'),
    plural(
      total((sum) => sum.spans),
      'span',
    ),
    `${shortNumber(total((sum) => sum.tokens))} tokens`,
    hasCost ? dollars(total((sum) => sum.cost ?? 0)) : '',
  ];
  page.gap();
  page.line(page.paint.dim(parts.filter(Boolean).join(' · ')));
}
