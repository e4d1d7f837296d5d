import { isUser } from '../../format/entry.js';
import { type TurnStart, TurnStarts } from '../../turn/starts.js';
import { wordsOf } from '../../turn/words.js';
import { ENQUEUED, Flag, SIGNS } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

/** Which lines belong to which turn. */
export interface ColumnTurns {
  /** The line that each turn starts with. */
  starts: readonly number[];
  /** By line: which turn it belongs to, counted from 0; BEFORE the first, or in no turn because it is a sub-agent's. */
  owners: Int32Array;
  /** Whether a resume goes on with all of them. */
  areAllOnTip: boolean;
}

export const BEFORE = -1;
export const NO_TURN = -4;
/** Not told yet, and told that it is being looked for. */
const UNKNOWN = -2;
const ASKED = -3;

/** The same turns as `turnsOf` tells from nodes. */
export function columnTurns(session: SessionColumns): ColumnTurns {
  const starts = startsOf(session).map(({ at }) => at);
  const owners = ownersOf(session, starts);
  return { starts, owners, areAllOnTip: areAllOnTip(session, starts, owners) };
}

function startsOf(session: SessionColumns): TurnStart<number>[] {
  const { count, enqueued } = session;
  const { sign, flags } = session.columns;
  const starts = new TurnStarts<number>();
  let line = 0;
  const text = () => promptText(session, line);
  for (; line < count; line++) {
    const seen = sign[line] ?? 0;
    if (seen === 0 || ((flags[line] ?? 0) & Flag.sidechain) !== 0) continue;
    if (seen === ENQUEUED) starts.enqueue(enqueued.get(line) ?? '');
    else starts.see(SIGNS[seen] ?? 'aside', line, text);
  }
  return starts.end();
}

/** A sub-agent's line. */
function isAside({ columns }: SessionColumns, line: number): boolean {
  return ((columns.flags[line] ?? 0) & Flag.sidechain) !== 0;
}

function promptText(session: SessionColumns, line: number): string {
  const entry = session.read(line);
  return isUser(entry) ? wordsOf(entry).text : '';
}

/** The turn of its parent, up to the line a turn starts with; without a parent, the turn that was running. */
function ownersOf(session: SessionColumns, starts: readonly number[]): Int32Array {
  const { flags, parent } = session.columns;
  const { count, lineOf } = session;
  const owners = new Int32Array(count).fill(UNKNOWN);
  const running = new Int32Array(count);
  let turn = BEFORE;
  for (let line = 0; line < count; line++) {
    if (starts[turn + 1] === line) turn++;
    running[line] = turn;
    const above = (lineOf[parent[line] ?? 0] ?? 0) - 1;
    if (starts[turn] === line) owners[line] = turn;
    else if (((flags[line] ?? 0) & Flag.sidechain) !== 0) owners[line] = NO_TURN;
    else if (above < 0 || owners[above] === NO_TURN) owners[line] = turn;
    // Nearly all hang on a line before them, which is known by now.
    else if (above < line) owners[line] = owners[above] ?? UNKNOWN;
  }
  followUnknown(session, owners, running);
  return owners;
}

/** Lines that hang on later ones, and what hangs on them. */
function followUnknown(session: SessionColumns, owners: Int32Array, running: Int32Array): void {
  const path: number[] = [];
  for (let line = owners.indexOf(UNKNOWN); line >= 0; line = owners.indexOf(UNKNOWN, line)) {
    let at = line;
    while (at >= 0 && owners[at] === UNKNOWN) {
      owners[at] = ASKED;
      path.push(at);
      at = parentOf(session, at);
    }
    const known = at < 0 ? ASKED : (owners[at] ?? ASKED);
    const owner = known === ASKED ? (running[path.at(-1) ?? line] ?? BEFORE) : known;
    for (const passed of path) owners[passed] = owner;
    path.length = 0;
  }
}

/** -1 when it has none among the lines of the conversation. */
function parentOf(session: SessionColumns, line: number): number {
  const parent = (session.lineOf[session.columns.parent[line] ?? 0] ?? 0) - 1;
  return parent >= 0 && !isAside(session, parent) ? parent : -1;
}

/** Follows the turns back from the tip; a turn goes on from the one that the line it starts with hangs on. */
function areAllOnTip(session: SessionColumns, starts: readonly number[], owners: Int32Array): boolean {
  const onTip = new Set<number>();
  let turn = owners[session.tip] ?? BEFORE;
  while (turn >= 0 && !onTip.has(turn)) {
    onTip.add(turn);
    const start = starts[turn] ?? 0;
    const isIndirect = ((session.columns.flags[start] ?? 0) & Flag.indirect) !== 0;
    const parent = isIndirect ? -1 : parentOf(session, start);
    turn = parent < 0 ? turn - 1 : (owners[parent] ?? BEFORE);
  }
  return onTip.size === starts.length;
}
