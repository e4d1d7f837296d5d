/** Whether a turn is not in the result of an edit; undefined for edits that keep all turns. */
export function removedBy(op: string | null, ticked: Set<number>): ((turn: number) => boolean) | undefined {
  if (op === 'cut') return (turn) => ticked.has(turn);
  const last = Math.max(...ticked);
  return op === 'fork' && ticked.size > 0 ? (turn) => turn > last : undefined;
}
