import type { Turn } from '@unspool/session';
import type { BranchPoint } from '@unspool/session/model';

/** Where a turn stands when the conversation was rewound; undefined on a straight way. */
export function branchNote(turn: Turn, branches: readonly BranchPoint[]): string | undefined {
  const point = branches.find((branch) => branch.turns.includes(turn.number));
  const others = point?.turns.filter((number) => number !== turn.number) ?? [];
  const from = turn.parent === undefined ? 'the start' : `turn ${turn.parent}`;
  const fork = others.length === 0 ? undefined : `forks at ${from}, beside ${turns(others)}`;
  if (turn.isOnTip) return fork && `${fork}; this branch resumes`;
  return `not on the branch that resumes${fork ? `; ${fork}` : turn.parent === undefined ? '' : `; goes on from ${from}`}`;
}

const SHOWN = 8;

function turns(numbers: readonly number[]): string {
  const shown = numbers.slice(0, SHOWN).join(', ');
  const more = numbers.length > SHOWN ? ` and ${numbers.length - SHOWN} more` : '';
  return `${numbers.length === 1 ? 'turn' : 'turns'} ${shown}${more}`;
}
