import { SEARCH_KINDS } from '@unspool/session/facts';
import { notedTitleOf } from '@unspool/session/locate';
import type { Database, Row } from '../sqlite/database.js';
import type { Hit } from './hit.js';

/** A hit with its number in the index, and which text of its line it is. */
export interface PlacedHit {
  id: number;
  hit: Hit;
  part: number;
}

/** In the order of the given numbers. */
export function hitsOf(database: Database, ids: readonly number[]): PlacedHit[] {
  const rows = database
    .prepare(
      `SELECT docs.id, byte, part, kind, turn, time, is_error, names.text AS tool, path, agent, session_id, main, title, cwd, client
       FROM docs JOIN files ON files.id = docs.file JOIN sessions ON sessions.id = files.session
       LEFT JOIN names ON names.id = docs.tool
       WHERE docs.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ id, hit: hitOf(row), part: Number(row['part']) }] : [];
  });
}

function hitOf(row: Row): Hit {
  const text = (key: string) => (row[key] === null ? undefined : String(row[key]));
  return {
    sessionId: String(row['session_id']),
    agentId: text('agent'),
    title: notedTitleOf(String(row['main'])) ?? text('title'),
    cwd: text('cwd'),
    client: text('client'),
    file: String(row['path']),
    turn: Number(row['turn']),
    byte: Number(row['byte']),
    kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
    tool: text('tool'),
    isError: row['is_error'] === 1,
    time: row['time'] === null ? undefined : Number(row['time']),
    snippet: { text: '', ranges: [] },
  };
}
