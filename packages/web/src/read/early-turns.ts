import type { Turn } from '@unspool/session';
import { openStretch } from '@unspool/session/model';
import type { TurnPlaces } from '@unspool/store';
import { turnOutlines } from '../view/outline.js';
import { sessionPath } from '../view/paths.js';
import type { TurnsPage } from '../view/routes.js';
import { turnView } from '../view/turn-items.js';
import type { Item, TurnView } from '../view/view.js';
import type { Conversation } from './conversation.js';
import type { Billing } from './cost.js';
import { Measured } from './measured.js';
import { SessionAgents } from './session-agents.js';
import type { Target } from './target.js';

/** A stretch of more is not read the quicker for being read alone. */
const MOST_BYTES = 24 * 1024 * 1024;

export interface Known {
  billing: Billing;
  /** The folder that the session began in: files are named from there. */
  cwd: string | undefined;
}

/**
 * Turns in the middle of a huge file, read by their place alone while the rest is not known. Undefined where the whole
 * file may tell something else of them.
 */
export function earlyTurns(target: Target, places: TurnPlaces, { billing, cwd }: Known): TurnsPage | undefined {
  const { starts, end } = places;
  if (target.agentId !== null || end - (starts[0] ?? 0) > MOST_BYTES) return undefined;
  const measured = new Measured();
  measured.cwd = cwd;
  const opened = openStretch(target.file, places, measured.add);
  if (!opened) return undefined;
  // A second beginning: the file may hold what came before twice, and the first of the two counts.
  const isSecondRoot = (turn: Turn) => turn.number + places.first > 2 && !turn.start.parentUuid;
  // Without a uuid a turn's id is its line number, which only the whole file gives.
  const hasNoUuid = (turn: Turn) => turn.start.uuid === undefined;
  if (opened.turns.turns.some((turn) => isSecondRoot(turn) || hasNoUuid(turn))) return undefined;
  const agents = new SessionAgents(target.file);
  agents.lookQuickly(opened.turns.pairing);
  const conversation: Conversation = {
    ...opened,
    path: sessionPath(target.id),
    file: target.file,
    measured,
    isWhole: false,
    revision: `early-${starts[0]}-${end}`,
    isFresh: false,
    agents,
  };
  const { turns } = opened.turns;
  const shift = places.first - 1;
  const style = { path: conversation.path, isRevealed: target.isRevealed };
  return {
    turns: turns.map((turn) => ({
      ...withoutCounts(turnView(conversation, turn, style)),
      number: turn.number + shift,
    })),
    outlines: turnOutlines(conversation, billing).map((outline) => ({
      ...outline,
      number: outline.number + shift,
      parent: outline.parent === null ? null : outline.parent + shift,
      // What stood in the window is told by all the turns before.
      context: null,
    })),
    total: null,
    revision: conversation.revision,
    isEarly: true,
    preamble: [],
  };
}

/** How many lines and turns stand before something, nobody knows yet. */
function withoutCounts(view: TurnView): TurnView {
  const items = view.items.map((item): Item => {
    const place = { ...item.place, line: 0 };
    return item.type === 'compaction' ? { ...item, place, droppedTurns: 0 } : { ...item, place };
  });
  return { ...view, items };
}
