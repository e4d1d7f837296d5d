import { SEARCH_KINDS, type SearchKind } from '@unspool/session';
import type { Database } from '../sqlite/database.js';

/** A stretch of a session of one kind: texts of it, in file order. */
export interface TapeStretch {
  kind: SearchKind;
  tool: string | undefined;
  isError: boolean;
  texts: number;
  /** Of the file, up to the next stretch; of the last, up to its last text. */
  bytes: number;
}

/**
 * What a session is made of, from its texts in the index: in at most so many parts of equal count, each of the kind
 * that most of it is. Cheap enough for every row of a list.
 */
export function sessionTape(database: Database, main: string, parts: number): TapeStretch[] {
  const row = database
    .prepare(
      `SELECT json_group_array(json_array(kind, ifnull(tool, 0), ifnull(is_error, 0), byte)) AS rows
       FROM (SELECT kind, tool, is_error, byte FROM docs
         WHERE file = (SELECT id FROM files WHERE path = ?) ORDER BY byte LIMIT ${MOST_TEXTS})`,
    )
    .get(main);
  const texts = JSON.parse(String(row?.['rows'] ?? '[]')) as Text[];
  const step = Math.max(1, Math.ceil(texts.length / parts));
  const stretches: TapeStretch[] = [];
  for (let at = 0; at < texts.length; at += step) {
    const next = texts[at + step] ?? texts.at(-1);
    stretches.push({
      ...stretchOf(texts.slice(at, at + step), database),
      bytes: (next?.[3] ?? 0) - (texts[at]?.[3] ?? 0),
    });
  }
  return stretches;
}

type Text = [kind: number, tool: number, isError: number, byte: number];

const MOST_TEXTS = 20_000;

function stretchOf(texts: readonly Text[], database: Database): Omit<TapeStretch, 'bytes'> {
  const counts = new Map<string, number>();
  let isError = false;
  for (const [kind, tool, error] of texts) {
    const key = `${kind} ${tool}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    isError ||= error === 1;
  }
  const [most = '0 0'] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const [kind, tool] = most.split(' ').map(Number);
  return {
    kind: SEARCH_KINDS[kind ?? 0] ?? 'injected',
    tool: tool ? toolName(database, tool) : undefined,
    isError,
    texts: texts.length,
  };
}

function toolName(database: Database, tool: number): string | undefined {
  const text = database.prepare('SELECT text FROM names WHERE id = ?').get(tool)?.['text'];
  return text === undefined ? undefined : String(text);
}
