import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { rowsOf } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';

/** Consecutive texts of a session, mostly of one kind. */
export interface TapeStretch {
  kind: SearchKind;
  tool: string | undefined;
  texts: number;
  /** Number of texts of failed calls. */
  errors: number;
  /** Of the file, up to the next stretch; of the last, up to its last text. */
  bytes: number;
  /** A turn begins in it. */
  isStart: boolean;
  /** From its first text to the next stretch's; null when one of them has no time. */
  milliseconds: number | null;
}

type PartRow = [
  part: number,
  kind: number,
  tool: string | null,
  texts: number,
  errors: number,
  first: number,
  last: number,
  turn: number,
  since: number | null,
  until: number | null,
];

/**
 * Summarizes a session from its texts in the index: a limited number of parts with equally many texts, each with its most
 * frequent kind. SQLite does the counting, so it is cheap enough for every row of a list.
 */
export function sessionTape(database: Database, main: string, parts: number): TapeStretch[] {
  const rows = rowsOf<PartRow>(
    database,
    `SELECT json_group_array(json_array(part, kind, text, texts, errors, first, last, turn, since, until)) AS rows
     FROM (SELECT part, kind, tool, count(*) AS texts, count(is_error) AS errors, min(byte) AS first, max(byte) AS last, max(turn) AS turn,
         min(time) AS since, max(time) AS until
       FROM (SELECT kind, tool, is_error, byte, turn, time, ntile(${Math.floor(parts)}) OVER (ORDER BY byte, id) AS part
         FROM docs WHERE file = (SELECT id FROM files WHERE path = ?))
       GROUP BY part, kind, tool ORDER BY part)
     LEFT JOIN names ON names.id = tool`,
    main,
  );
  const byPart = new Map<number, PartRow[]>();
  for (const row of rows) byPart.set(row[0], [...(byPart.get(row[0]) ?? []), row]);
  const found = [...byPart.entries()].sort(([a], [b]) => a - b).map(([, own]) => own);
  return found.map((own, at) => stretchOf(own, found[at - 1], found[at + 1]));
}

function stretchOf(
  rows: readonly PartRow[],
  before: readonly PartRow[] | undefined,
  next: readonly PartRow[] | undefined,
): TapeStretch {
  const most = rows.reduce((a, b) => (b[3] > a[3] ? b : a));
  const first = Math.min(...rows.map((row) => row[5]));
  const end = next ? Math.min(...next.map((row) => row[5])) : Math.max(...rows.map((row) => row[6]));
  const since = earliest(rows);
  const until = next ? earliest(next) : Math.max(...rows.map((row) => row[9] ?? 0));
  return {
    kind: SEARCH_KINDS[most[1]] ?? 'injected',
    tool: most[2] ?? undefined,
    texts: rows.reduce((sum, row) => sum + row[3], 0),
    errors: rows.reduce((sum, row) => sum + row[4], 0),
    bytes: end - first,
    isStart: lastTurn(rows) > (before ? lastTurn(before) : 0),
    milliseconds: since === undefined || until === undefined ? null : Math.max(0, until - since),
  };
}

function earliest(rows: readonly PartRow[]): number | undefined {
  const times = rows.flatMap(([, , , , , , , , since]) => since ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function lastTurn(rows: readonly PartRow[]): number {
  return Math.max(...rows.map((row) => row[7]));
}
