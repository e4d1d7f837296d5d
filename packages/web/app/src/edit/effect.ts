import type { EditPlanView, TurnOutline } from '../api/contract.js';

interface About {
  op: string | null;
  ticked: readonly number[];
  turns: readonly TurnOutline[];
}

/** Why an edit changes the file and nothing that is sent; undefined if it does change what is sent. */
export function withoutEffect(plan: EditPlanView, { op, ticked, turns }: About): string | undefined {
  if (!plan.isChange || (op !== 'cut' && op !== 'strip')) return undefined;
  const { messages, tokens } = plan;
  if (!messages || !tokens || messages.before !== messages.after || tokens.before !== tokens.after) return undefined;
  return `${reasonOf(ticked, turns)} The file gets smaller; the context stays the same.`;
}

function reasonOf(ticked: readonly number[], turns: readonly TurnOutline[]): string {
  const these = ticked.length === 1 ? 'This turn is' : 'These turns are';
  const chosen = turns.filter(({ number }) => ticked.includes(number));
  const compacted = turns.findLast(({ cuts, isOnTip }) => isOnTip && cuts.length > 0)?.number ?? 0;
  if (chosen.length > 0 && chosen.every(({ number }) => number <= compacted))
    return `${these} before the compaction and are not sent in any case.`;
  if (chosen.length > 0 && chosen.every(({ isOnTip }) => !isOnTip))
    return `${these} on another branch and are not sent in any case.`;
  return 'What this removes is not sent in any case.';
}
