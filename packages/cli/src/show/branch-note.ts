import type { Turn } from '@unspool/session';
import type { BranchPoint } from '@unspool/session/model';

/** Turns by the branch point they continue from, by turn number. A turn continues from one at most. */
export type BranchOfTurn = ReadonlyMap<number, BranchPoint>;

export function branchOfTurn(branches: readonly BranchPoint[]): BranchOfTurn {
  return new Map(branches.flatMap((point) => point.turns.map((turn) => [turn, point] as const)));
}

/** Describes the turn's place among branches. Undefined if the conversation was not rewound here. */
export function branchNote(turn: Turn, branches: BranchOfTurn): string | undefined {
  const point = branches.get(turn.number);
  const from = turn.parent === undefined ? 'the start' : `turn ${turn.parent}`;
  const fork = point && point.turns.length > 1 ? `forks at ${from}, beside ${others(point, turn)}` : undefined;
  if (turn.isOnTip) return fork && `${fork}; this branch resumes`;
  return `not on the branch that resumes${fork ? `; ${fork}` : turn.parent === undefined ? '' : `; continues from ${from}`}`;
}

const SHOWN = 8;

function others({ turns }: BranchPoint, turn: Turn): string {
  const count = turns.length - 1;
  // Take one more than is shown, because the turn itself may be among them.
  const shown = turns.slice(0, SHOWN + 1).filter((number) => number !== turn.number);
  const more = count > SHOWN ? ` and ${count - SHOWN} more` : '';
  return `${count === 1 ? 'turn' : 'turns'} ${shown.slice(0, SHOWN).join(', ')}${more}`;
}
