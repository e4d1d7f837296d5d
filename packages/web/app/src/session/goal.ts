import type { Row } from './rows.js';

/** The target position: a turn, optionally with the line that a search found or the row that was left. */
export interface Goal {
  turn: number;
  byte: number | null;
  row: { key: string; offset: number } | null;
  /** Do not open folds for it. */
  isAside?: boolean;
}

const NAME = 'place ';

/** The position that the address names. After a reload, the row that was at the top. */
export function goalOf({
  turn,
  byte,
  page,
}: {
  turn: number | undefined;
  byte: number | null;
  page: string;
}): Goal | undefined {
  const left = leftAt(page);
  if (left && (turn === undefined || left.turn === turn) && byte === null)
    return { turn: left.turn, byte: null, row: left };
  return turn === undefined ? undefined : { turn, byte, row: null };
}

export function leave(page: string, place: { turn: number; key: string; offset: number }): void {
  try {
    sessionStorage.setItem(NAME + page, JSON.stringify(place));
  } catch {
    // Storage is full or not allowed: the page opens at its turn.
  }
}

/** The row to scroll to. */
export function rowFor(rows: Row[], goal: Goal): { key: string; offset: number; isFinal: boolean } | undefined {
  if (goal.row && rows.some(({ key }) => key === goal.row?.key)) return { ...goal.row, isFinal: true };
  const head = rows.find((row) => row.type === 'turn' && row.depth === 0 && row.turn === goal.turn);
  if (head?.type !== 'turn') return undefined;
  if (!head.isLoaded || goal.byte === null)
    return { key: head.key, offset: 0, isFinal: head.isLoaded && goal.row === null };
  return { key: rowOfByte(rows, goal.turn, goal.byte)?.key ?? head.key, offset: -24, isFinal: true };
}

/** The last row that begins at or before the byte, since a result is on a later line than its call. */
export function rowOfByte(rows: Row[], turn: number, byte: number): Row | undefined {
  let found: Row | undefined;
  for (const row of rows) {
    if (row.turn !== turn || row.depth !== 0) continue;
    const place = placeOf(row);
    if (place !== undefined && place <= byte) found = row;
  }
  return found;
}

/** The offset of a row's line; null if the row has no line in this conversation. */
export function byteOf(row: Row | undefined): number | null {
  return row && row.depth === 0 ? (placeOf(row) ?? null) : null;
}

function placeOf(row: Row): number | undefined {
  if (row.type === 'item' || row.type === 'tool') return row.item.place.byte;
  return row.type === 'quiet' || row.type === 'run' || row.type === 'work' ? row.items[0]?.place.byte : undefined;
}

function leftAt(page: string): { turn: number; key: string; offset: number } | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(NAME + page) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    const { turn, key, offset } = value as { [name: string]: unknown };
    return typeof turn === 'number' && typeof key === 'string' && typeof offset === 'number'
      ? { turn, key, offset }
      : undefined;
  } catch {
    return undefined;
  }
}
