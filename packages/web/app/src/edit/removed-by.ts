import { useMemo } from 'preact/hooks';
import { useAddress } from '../router/location.js';
import { callsIn } from './request.js';

/** Whether a turn is not in the result of an edit; undefined for edits that keep all turns. */
export function removedBy(op: string | null, ticked: Set<number>): ((turn: number) => boolean) | undefined {
  if (op === 'cut') return (turn) => ticked.has(turn);
  const last = Math.max(...ticked);
  return op === 'fork' && ticked.size > 0 ? (turn) => turn > last : undefined;
}

/** The single calls that the open edit strips; undefined where none can be edited. */
export function useStripped({ isEditable, isEditing }: { isEditable: boolean; isEditing: boolean }) {
  const { query } = useAddress();
  const calls = isEditing && query.get('op') === 'strip' ? callsIn(query).join() : '';
  return useMemo(() => (isEditable ? new Set(calls.split(',')) : undefined), [isEditable, calls]);
}
