import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { address, go, replace, useAddress, withQuery } from '../router/location.js';
import { turnOf } from '../router/route.js';
import { withHash } from '../turn/fork.js';
import type { WindowHandle } from '../window/window-list.js';
import type { Conversation } from './conversation.js';
import type { Folds } from './folds.js';
import { type Goal, goalOf } from './goal.js';
import { numberIn } from './page-name.js';
import type { Row } from './rows.js';
import { scrollToGoal } from './scroll-to-goal.js';
import type { Viewing } from './viewing.js';
import type { ViewName } from './views.js';

interface Options {
  conversation: Conversation;
  /** The turns of the branch on screen. */
  turns: TurnOutline[];
  rows: Row[];
  folds: Folds;
  viewing: Viewing;
  handle: { current: WindowHandle | undefined };
  view: ViewName;
  /** Whether the view is not made of turns. */
  isWithoutTurns: boolean;
  pageName: string;
}

export interface GoalState {
  goal: { current: Goal | undefined };
  jump: (turn: number, byte?: number | null, isAside?: boolean) => void;
  /** Lets the reader scroll: there is nowhere left to go. */
  free: () => void;
  /** A turn that was to be shown, and that the session does not have. */
  missing: number | undefined;
  closeMissing: () => void;
  /** Whether all turns are known. */
  isKnown: boolean;
  /** Whether it is a turn on a branch that is not on screen. */
  isElsewhere: (turn: number) => boolean;
}

/** Goes to the turn in the address, and to others on request, as soon as they are loaded. */
export function useGoal(options: Options): GoalState {
  const { conversation, turns, rows, folds, viewing, handle, view, isWithoutTurns, pageName } = options;
  const { query, hash } = useAddress();
  const goal = useRef<Goal | undefined>(undefined);
  const [missing, miss] = useState<number | undefined>();
  const isKnown = conversation.total !== null && conversation.turns.length >= conversation.total;
  const exists = (turn: number) => conversation.turns.some(({ number }) => number === turn);
  const isElsewhere = (turn: number) => !turns.some(({ number }) => number === turn) && exists(turn);
  const free = () => {
    goal.current = undefined;
    viewing.point(undefined);
  };
  /** A link to a turn of another branch shows that branch. */
  const showBranch = ({ turn, byte }: Goal) => {
    if (!isKnown || !isElsewhere(turn)) return;
    // The line in the address may belong to another turn.
    const isNamed = byte !== null && byte === numberIn(address().query, 'at');
    replace(withHash(withQuery({ branch: String(turn), ...(!isNamed && { at: null }) }), turn));
  };
  const jump = (turn: number, byte: number | null = null, isAside = false) => {
    if (isWithoutTurns) return go(withHash(withQuery({ view: null, at: byte === null ? null : String(byte) }), turn));
    if (isKnown && !exists(turn)) {
      miss(turn);
      return;
    }
    miss(undefined);
    goal.current = { turn, byte, row: null, isAside };
    viewing.point(turn);
    showBranch(goal.current);
    scrollToGoal(rows, goal, handle.current, folds);
  };

  // Before the first paint, so that the request is sent early.
  useLayoutEffect(() => {
    const { hash: first, query: named } = address();
    goal.current = goalOf({ turn: turnOf(first), byte: numberIn(named, 'at'), page: pageName });
    if (goal.current) viewing.point(goal.current.turn);
    if (conversation.turns.length === 0) void conversation.open(goal.current?.turn);
  }, [conversation]);
  useEffect(() => {
    const turn = turnOf(hash);
    const byte = numberIn(query, 'at');
    const isThere = byte === null && (turn === viewing.now.first || turn === viewing.now.current);
    if (turn !== undefined && (!isThere || isElsewhere(turn))) jump(turn, byte);
    else if (isElsewhere(viewing.now.current)) viewing.point(turn);
  }, [hash, query.get('at'), numberIn(query, 'branch')]);
  const settled = useRef<Conversation | undefined>(undefined);
  useEffect(() => {
    const turn = turnOf(address().hash);
    const isSettling = isKnown && settled.current !== conversation;
    if (isSettling) settled.current = conversation;
    // While only some turns were known, the target seemed to be on this branch.
    if (isSettling && !goal.current && turn !== undefined && isElsewhere(turn)) {
      jump(turn, numberIn(address().query, 'at'));
      return;
    }
    if (goal.current && isKnown && !exists(goal.current.turn)) {
      miss(goal.current.turn);
      free();
    }
    if (goal.current) showBranch(goal.current);
    scrollToGoal(rows, goal, handle.current, folds);
  }, [rows]);
  // Views have different rows: go to the turn that was on screen.
  const seenView = useRef(view);
  useEffect(() => {
    if (seenView.current === view) return;
    seenView.current = view;
    if (!isWithoutTurns && viewing.now.first > 0) jump(turnOf(address().hash) ?? viewing.now.first, null, true);
  }, [view]);
  return { goal, jump, free, missing, closeMissing: () => miss(undefined), isKnown, isElsewhere };
}
