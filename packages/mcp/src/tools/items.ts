import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import type { Database, Hit } from '@unspool/store';

/** A text of a turn, by its place in a transcript. */
export interface Item {
  file: string;
  byte: number;
  part: number;
  kind: SearchKind;
  tool: string | undefined;
  isError: boolean;
}

const UNSHOWN: ReadonlySet<SearchKind> = new Set<SearchKind>(['injected', 'title']);
const SHOWN_KINDS = SEARCH_KINDS.flatMap((kind, at) => (UNSHOWN.has(kind) ? [] : [at])).join();
const MAX_ITEMS = 2000;

/** The items of a turn in their order: the first one has the number 1. */
export function itemsOf(
  database: Database,
  { session, agent, turn }: { session: number; agent: string | undefined; turn: number },
): Item[] {
  return database
    .prepare(
      `SELECT files.path, docs.byte, docs.part, docs.kind, docs.is_error, names.text AS tool FROM docs
         JOIN files ON files.id = docs.file LEFT JOIN names ON names.id = docs.tool
       WHERE files.session = ? AND files.agent IS ? AND docs.turn = ? AND docs.kind IN (${SHOWN_KINDS})
       ORDER BY docs.byte, docs.part LIMIT ${MAX_ITEMS}`,
    )
    .all(session, agent ?? null, turn)
    .map((row) => ({
      file: String(row['path']),
      byte: Number(row['byte']),
      part: Number(row['part']),
      kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
      tool: row['tool'] == null ? undefined : String(row['tool']),
      isError: row['is_error'] === 1,
    }));
}

/** The number of the item that a search found; undefined if it is not one. */
export function itemOf(database: Database, { file, agentId, turn, byte, kind, tool }: Hit): number | undefined {
  const row = database.prepare('SELECT session FROM files WHERE path = ?').get(file);
  if (!row) return undefined;
  const items = itemsOf(database, { session: Number(row['session']), agent: agentId, turn });
  const at = items.findIndex((item) => item.byte === byte && item.kind === kind && item.tool === tool);
  return at < 0 ? undefined : at + 1;
}
