import type { Row } from './rows.js';

/** Fetches the turns on screen that are not loaded, and the next ones. */
export function wantTurns(rows: Row[], first: number, last: number): void {
  const missing = new Map<Row['conversation'], number[]>();
  for (let at = Math.max(0, first - 4); at <= Math.min(rows.length - 1, last + 8); at++) {
    const row = rows[at];
    if (row?.type !== 'turn' || row.isLoaded) continue;
    missing.set(row.conversation, [...(missing.get(row.conversation) ?? []), row.outline.number]);
  }
  for (const [conversation, numbers] of missing) void conversation.want(numbers);
}
