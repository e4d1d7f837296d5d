import { rowsOf } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';

/** Where turns that follow each other begin in a file, as far as the index has read it. */
export interface TurnPlaces {
  /** The number of the first of them. */
  first: number;
  /** A byte for each. */
  starts: number[];
  /** Where the turn behind them begins, or how far the file was read. */
  end: number;
}

/** From a session's texts in the index: the first text of a turn is what a person asked. Undefined when there are none. */
export function turnPlaces(database: Database, main: string, from: number, count: number): TurnPlaces | undefined {
  const rows = rowsOf<[turn: number, byte: number]>(
    database,
    `SELECT json_group_array(json_array(turn, byte)) AS rows FROM (SELECT turn, min(byte) AS byte FROM docs
       WHERE file = (SELECT id FROM files WHERE path = ?) AND turn BETWEEN ? AND ? GROUP BY turn ORDER BY turn)`,
    main,
    from,
    from + count,
  );
  const inOrder = rows.every(([turn, byte], at) => turn === from + at && byte > (rows[at - 1]?.[1] ?? -1));
  if (!inOrder || rows.length === 0) return undefined;
  const starts = rows.slice(0, count).map(([, byte]) => byte);
  const end = rows[count]?.[1] ?? readTo(database, main);
  return { first: from, starts, end };
}

function readTo(database: Database, main: string): number {
  return Number(database.prepare('SELECT offset FROM files WHERE path = ?').get(main)?.['offset'] ?? 0);
}
