import type { Origin } from '@unspool/foreign';
import { type ClientArchive, projectName } from '@unspool/session/locate';
import { faultsText, isWholeResume, type ResumeVerdict, verdictText } from '@unspool/session/resume';
import { totalText } from '@unspool/session/tokens';
import { knownTokens } from '@unspool/store';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { plural, shortNumber } from '../terminal/numbers.js';
import { Page } from '../terminal/page.js';
import { safeLine } from '../terminal/safe.js';
import { stamp, when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';
import { wrap } from '../terminal/wrap.js';
import { branchOfTurn } from './branch-note.js';
import { detailOf } from './detail.js';
import { preambleMoments } from './moments.js';
import type { Place } from './place.js';
import { printAgent, printAgents } from './print-agent.js';
import { printMoments, printTurn } from './print-turn.js';
import type { ShownSession } from './shown-session.js';

export interface Wish {
  /** Only this turn; 0 is what comes before the first one. */
  turn: number | undefined;
  isFull: boolean;
  /** The last turn is printed by `followSession`. */
  isFollowed?: boolean;
}

/** Prints a session turn by turn, without keeping what was printed. */
export function printSession(shown: ShownSession, wish: Wish, io: Io): void {
  const page = Page.of(io);
  printHeader(shown, page, io.now);
  const { main } = shown;
  const placeOf = placesIn(shown, wish);
  if (isPreambleWished(wish)) {
    page.gap();
    printMoments(preambleMoments(main), page.inside('  '), placeOf(1));
  }
  for (const turn of main.turns.turns) {
    if (wish.turn !== undefined && turn.number !== wish.turn) continue;
    if (wish.isFollowed && turn.number === main.turns.turns.length) break;
    printTurn(turn, page, placeOf(turn.number));
    page.flush();
  }
  if (main.turns.turns.length === 0) {
    page.gap();
    const none = 'There are no turns: no prompt and no reply.';
    page.lines(wrap(shown.size === 0 ? 'The file is empty.' : none, page.columns));
  }
  if (wish.turn === undefined && !wish.isFollowed) printLostAgents(shown, page, placeOf(1));
  page.flush();
}

/** Where each turn is printed, by its number. */
export function placesIn(shown: ShownSession, wish: Wish): (turn: number) => Place {
  const branches = branchOfTurn(shown.branches);
  const session = shown.main.session.sessionId;
  return (turn) => ({
    printAgents,
    conversation: shown.main,
    detail: detailOf({ isFull: wish.isFull, isOneTurn: wish.turn !== undefined, turn, session }),
    branches,
    depth: 0,
    hasModels: shown.models.length > 1,
  });
}

export function isPreambleWished({ turn }: Wish): boolean {
  return turn === undefined || turn === 0;
}

function printHeader(shown: ShownSession, page: Page, now: number): void {
  const { facts, archivedInClient, models, verdict, origin, main } = shown;
  const { paint } = page;
  const isKnown = knownTokens(facts.tokens, origin?.agent) !== undefined;
  page.line(paint.bold(fit(safeLine(facts.title.text) || '(untitled)', page.columns)));
  const parts = [
    facts.cwd && projectName(facts.cwd),
    facts.gitBranch,
    models.map((model) => model.replace(/^claude-/, '')).join(', '),
    plural(main.turns.turns.length, 'turn'),
    isKnown ? totalText(facts.tokens, shortNumber) : 'tokens unknown',
    whenItWas(facts.startedAt, facts.endedAt, now),
    archivedInClient && archivedText(archivedInClient),
  ];
  page.lines(
    wrap(
      parts
        .filter(Boolean)
        .map((part) => safeLine(String(part)))
        .join(' · '),
      page.columns,
    ),
  );
  if (origin) {
    page.lines(wrap(originLine(origin, main.session.sessionId), page.columns, paint.dim));
    return;
  }
  const colour = isWholeResume(verdict) ? paint.green : verdict.resumes ? paint.yellow : paint.red;
  page.lines(wrap(verdictLine(verdict, main.session.sessionId), page.columns, colour));
  const faults = faultsText(verdict);
  if (faults !== undefined) page.lines(wrap(faults, page.columns, paint.yellow));
}

/** Only its own agent knows whether it resumes. */
function originLine({ agent, source, report }: Origin, sessionId: string): string {
  const place = source === undefined ? '' : `, from ${safeLine(source)}`;
  const damaged = report?.damaged ? `; ${plural(report.damaged, 'record')} could not be read` : '';
  return `${agentLabel(agent)} (${safeLine(sessionId)})${place}${damaged}`;
}

function verdictLine(verdict: ResumeVerdict, sessionId: string): string {
  const mark = isWholeResume(verdict) ? '✓' : verdict.resumes ? '!' : '✗';
  const text = [verdictText(verdict), ...verdict.reasons.map((reason) => safeLine(reason.message))];
  return verdict.resumes ? `${mark} ${text.join('; ')} · ${sessionId}` : `${mark} ${text.join(': ')}`;
}

/** For example "archived in Claude Code by user, 2026-11-02". */
function archivedText({ at, by }: ClientArchive): string {
  const time = typeof at === 'number' ? at : Date.parse(at ?? '');
  const who = by === null ? '' : ` by ${by}`;
  return `archived in Claude Code${who}${Number.isNaN(time) ? '' : `, ${stamp(time)}`}`;
}

function whenItWas(start: number, end: number, now: number): string {
  if (Number.isNaN(start) || Number.isNaN(end)) return '';
  const ago = when(end, now);
  return /ago|now/.test(ago) ? `${stamp(end)} (${ago})` : stamp(end);
}

function printLostAgents({ lostAgents, hiddenAgents }: ShownSession, page: Page, place: Place): void {
  const { paint } = page;
  if (lostAgents.length > 0) {
    page.gap();
    page.lines(wrap('Sub-agents whose call is not in the session', page.columns, paint.bold));
    for (const agent of lostAgents) printAgent(agent, agent.description ?? agent.agentType, page, place);
  }
  if (hiddenAgents === 0) return;
  page.gap();
  const helpers = plural(hiddenAgents, 'helper');
  page.lines(wrap(`${helpers} of the client's own (warmups, compaction) left out`, page.columns, paint.dim));
}
