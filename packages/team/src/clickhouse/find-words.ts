import { SEARCH_KINDS } from '@unspool/session/facts';
import { parseQuery, type Query, snippetOf, wordMatcher } from '@unspool/store';
import { facetOf } from '../contract/facet.js';
import type { SearchQuestion, SessionKey, TeamHit, TeamResult } from '../contract/model.js';
import { textOf } from './binary-json.js';
import type { Row } from './clickhouse.js';
import type { Dialect } from './schema.js';
import type { ServerGroup } from './server-group.js';
import { keyOf, type StoredSession } from './session-rows.js';
import { keyOfRow, type SmallTables, type VisibleSession } from './small-tables.js';
import { wordCondition } from './word-condition.js';

/** The maximum number of texts to compare with a query, newest first. */
const CANDIDATES = 1000;

interface Source {
  servers: ServerGroup;
  tables: SmallTables;
  dialect: Dialect;
}

/** Searches the texts of sessions that are shared as `team`. */
export async function findWords(question: SearchQuestion, source: Source): Promise<TeamResult> {
  const { text, limit, person, project, since } = question;
  const query = parseQuery(text);
  const hitsIn = async (rows: readonly Row[]) => {
    const visible = await visibleIn(rows, source.tables);
    const matcher = wordMatcher(query);
    return rows.flatMap((row): TeamHit[] => {
      const shared = visible.get(keyOfRow(row));
      if (shared?.session.visibility !== 'team' || Number(row['epoch']) !== shared.session.epoch) return [];
      const file = textOf(String(row['file']));
      const isShown = shared.files.some((mark) => mark.file === file && mark.generation === Number(row['generation']));
      const words = textOf(String(row['text']));
      if (!isShown || matcher.ranges(words, 1).length === 0) return [];
      return [hitOf(row, { ...shared.session, file, snippet: snippetOf(words, matcher) })];
    });
  };
  const is = (wanted: string | undefined, name: string) =>
    wanted === undefined || wanted.toLowerCase() === name.toLowerCase();
  const found = await textsWith(query, { since }, source);
  const all = await hitsIn(found.rows);
  const ofProject = all.filter((hit) => is(project, hit.project));
  // With very many texts, one person's may not be among the newest, so only theirs are read.
  const isNarrowed = found.isMore && person !== undefined;
  const own = isNarrowed ? await textsWith(query, { since, owner: person.toLowerCase() }, source) : found;
  const candidates = isNarrowed ? (await hitsIn(own.rows)).filter((hit) => is(project, hit.project)) : ofProject;
  const hits = candidates.filter((hit) => is(person, hit.owner));
  return {
    hits: hits.slice(0, limit),
    count: hits.length,
    isMore: own.isMore,
    people: facetOf(ofProject.map((hit) => hit.owner)),
    projects: facetOf(all.filter((hit) => is(person, hit.owner)).map((hit) => hit.project)),
  };
}

async function visibleIn(rows: readonly Row[], tables: SmallTables): Promise<Map<string, VisibleSession>> {
  const keys = new Map(rows.map((row) => [keyOfRow(row), row as unknown as SessionKey]));
  const found = await Promise.all([...keys.values()].map((key) => tables.visible(key)));
  return new Map(found.flatMap((each) => (each ? [[keyOf(each.session), each]] : [])));
}

/** Candidate texts, newest first. */
async function textsWith(
  query: Query,
  { since, owner }: { since: number | undefined; owner?: string },
  { servers, dialect }: Source,
): Promise<{ rows: Row[]; isMore: boolean }> {
  const { sql, parameters } = wordCondition(query, dialect);
  const isModern = dialect === 'modern';
  const rest = [
    ...(since === undefined ? [] : ['time >= {since:UInt64}']),
    ...(owner === undefined ? [] : ['owner = {owner:String}']),
  ];
  // ClickHouse uses the word index only in PREWHERE.
  const where = isModern
    ? `PREWHERE ${sql}${rest.length > 0 ? ` WHERE ${rest.join(' AND ')}` : ''}`
    : `WHERE ${[sql, ...rest].join(' AND ')}`;
  const rows = await servers.any((server) =>
    server.query(
      `SELECT owner, session, epoch, file, generation, offset, part, kind, tool, time, text FROM texts
       ${where} ORDER BY time DESC, owner, session, file, generation, offset, part, version DESC
       LIMIT 1 BY owner, session, file, generation, offset, part LIMIT ${CANDIDATES + 1}`,
      { ...parameters, ...(since !== undefined && { since }), ...(owner !== undefined && { owner }) },
    ),
  );
  return { rows, isMore: rows.length > CANDIDATES };
}

function hitOf(row: Row, found: StoredSession & Pick<TeamHit, 'snippet'> & { file: string }): TeamHit {
  const { owner, session, title, project, file, snippet } = found;
  return {
    owner,
    session,
    title,
    project,
    agentId: /\bagent-(.+)\.jsonl$/.exec(file)?.[1] ?? null,
    byte: Number(row['offset']),
    kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
    tool: textOf(String(row['tool'])),
    time: Number(row['time']),
    snippet,
  };
}
