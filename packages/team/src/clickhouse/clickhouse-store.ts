import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SEARCH_KINDS } from '@unspool/session/facts';
import { parseQuery, type Query, snippetOf, wordMatcher } from '@unspool/store';
import { facetOf } from '../contract/facet.js';
import { TeamFailure } from '../contract/failure.js';
import type {
  Device,
  FileMark,
  Held,
  Piece,
  Read,
  SearchQuestion,
  SessionKey,
  SharedSession,
  TeamHit,
  TeamResult,
  UsageQuestion,
  UsageRow,
} from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import { bytesOf, textOf, toBinary } from './binary-json.js';
import type { ClickHouse, Parameters, Row } from './clickhouse.js';
import { GroupCommit } from './group-commit.js';
import { GroupRead } from './group-read.js';
import { rowsOfPiece } from './rows-of-piece.js';
import type { Dialect } from './schema.js';
import { ServerGroup } from './server-group.js';
import { wordCondition } from './word-condition.js';

export interface ClickHouseStoreOptions {
  servers: readonly ClickHouse[];
  dialect: Dialect;
  isCluster: boolean;
  /** How long a push waits, so that others can be inserted together with it. */
  groupMs?: number;
}

/** A session's row. It gets a new epoch each time it is shared again; rows of other epochs are ignored. */
type StoredSession = SharedSession & { epoch: number; isForgotten?: boolean };

type Ask = (sql: string, parameters: Parameters) => Promise<Row[]>;

/** The maximum number of texts to compare with a query, newest first. */
const CANDIDATES = 1000;
/** How often, and at what interval, a read is retried while replicas catch up. */
const ROUNDS = 8;
const ROUND_MS = 500;
/** In the year 2109. */
const LAST_MS = 2 ** 42;
const WINDOW = 8 * 1024 * 1024;
/** Smaller files are kept in memory after they were checked, until they are sent. */
const KEPT = 32 * 1024 * 1024;

/**
 * A team's sessions in ClickHouse. Small tables are stored in full on every server and read from all of them, so that a
 * lagging server neither brings back withdrawn sessions nor hides acknowledged ones. Large tables are read from one
 * server, and the bytes of a file are checked against its mark.
 */
export class ClickHouseStore implements TeamStore {
  private readonly servers: ServerGroup;
  private readonly commits: GroupCommit;
  private readonly sessionRows: GroupRead;
  private readonly markRows: GroupRead;
  private makingSecret: Promise<string> | undefined;

  constructor(private readonly options: ClickHouseStoreOptions) {
    this.servers = new ServerGroup(options.servers);
    this.sessionRows = new GroupRead((where, keys) => this.servers.queryAll(`${SESSIONS} WHERE ${where}`, keys));
    this.markRows = new GroupRead((where, keys) => this.servers.queryAll(`${MARKS} WHERE ${where}`, keys));
    this.commits = new GroupCommit(this.servers, options.groupMs ?? 200);
  }

  async secret(): Promise<string> {
    const known = await this.knownSecret();
    if (known !== undefined) return known;
    this.makingSecret ??= this.makeSecret().finally(() => {
      this.makingSecret = undefined;
    });
    return this.makingSecret;
  }

  /** Two services may start at the same time. The older secret gets the higher version, so that merges keep it. */
  private async makeSecret(): Promise<string> {
    const version = (LAST_MS - Date.now()) * 1024 + randomInt(1024);
    const value = randomBytes(32).toString('base64url');
    await this.servers.insertTwice('meta', [{ key: 'secret', value, version }]);
    return (await this.knownSecret()) ?? value;
  }

  private async knownSecret(): Promise<string | undefined> {
    const rows = await this.servers.queryAll("SELECT value, version FROM meta WHERE key = 'secret'", {});
    const [oldest] = newestBy(rows, () => '');
    return oldest && String(oldest['value']);
  }

  async putDevice(device: Device): Promise<void> {
    const version = Date.now() * 2 + (device.isRevoked ? 1 : 0);
    await this.servers.insertTwice('devices', [{ id: device.id, json: toBinary(JSON.stringify(device)), version }]);
  }

  async devices(): Promise<Device[]> {
    const rows = await this.servers.queryAll('SELECT id, json, version FROM devices', {});
    const newest = newestBy(rows, ({ id }) => String(id));
    return newest.map(({ json }) => JSON.parse(textOf(String(json))) as Device).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async putSession(session: SharedSession): Promise<void> {
    const known = await this.stored(session);
    const isNew = !known || known.isForgotten || (known.isWithdrawn && !session.isWithdrawn);
    const version = isNew ? Math.max(session.version, (known?.version ?? 0) + 1) : session.version;
    await this.write({ ...session, version, epoch: isNew ? version : known.epoch });
  }

  async session(key: SessionKey): Promise<SharedSession | undefined> {
    const stored = await this.stored(key);
    return stored && !stored.isForgotten ? shown(stored) : undefined;
  }

  async sessions(): Promise<SharedSession[]> {
    return (await this.visible()).map(({ session }) => shown(session)).sort((a, b) => b.endedAt - a.endedAt);
  }

  async begunSessions(): Promise<SharedSession[]> {
    const rows = await this.servers.queryAll(SESSIONS, {});
    return newestBy(rows, (row) => keyOf(row as unknown as SessionKey))
      .map(storedOf)
      .filter((session) => !session.isWithdrawn && !session.isForgotten)
      .map(shown);
  }

  async held(key: SessionKey): Promise<Map<string, Held>> {
    const [session, marks] = await Promise.all([this.stored(key), this.marks(key)]);
    return session && !session.isForgotten && !session.isWithdrawn ? heldIn(marks, session.epoch) : new Map();
  }

  async append(piece: Piece, { owner, session: id, visibility }: SharedSession): Promise<Held> {
    const [session, known] = await Promise.all([this.stored({ owner, session: id }), this.marks(piece)]);
    const isChanged = session?.visibility !== visibility;
    if (!session || isChanged || session.isWithdrawn || session.isForgotten) return { generation: 0, bytes: 0 };
    const held = heldIn(known, session.epoch).get(piece.file);
    if (held && held.generation > piece.generation) return held;
    const has = held?.generation === piece.generation ? held.bytes : 0;
    const end = piece.offset + piece.bytes.length;
    if (piece.offset > has) return held ?? { generation: piece.generation, bytes: 0 };
    if (end < has) return { generation: piece.generation, bytes: has };
    const fresh = { ...piece, offset: has, bytes: piece.bytes.subarray(has - piece.offset) };
    const { lines, texts, replies } = rowsOfPiece(fresh, session);
    const { file, generation, sha256, isWhole, version } = piece;
    const mark = { owner, session: id, epoch: session.epoch, file: toBinary(file), generation, bytes: end, sha256 };
    const marks = [{ ...mark, whole: isWhole ? 1 : 0, version }];
    await this.commits.add({ rows: { lines, texts, replies }, after: { marks } });
    return { generation, bytes: end };
  }

  async files(key: SessionKey): Promise<FileMark[]> {
    const [session, marks] = await Promise.all([this.stored(key), this.marks(key)]);
    if (!session || session.isWithdrawn || session.isForgotten) return [];
    return shownMarks(marks, session.epoch);
  }

  async *read(mark: FileMark, session: SharedSession): AsyncIterable<Uint8Array> {
    const stored = await this.stored(session);
    if (!stored) throw damaged(mark);
    let failure: unknown = damaged(mark);
    for (const ask of this.sources()) {
      try {
        const kept = await this.checked(mark, stored.epoch, ask);
        yield* kept ?? this.windows(mark, stored.epoch, ask);
        return;
      } catch (error) {
        if (!(error instanceof TeamFailure)) throw error;
        failure = error;
      }
      if (ask === this.merged) await wait(ROUND_MS);
    }
    throw failure;
  }

  async search({ text, limit, person, project, since }: SearchQuestion): Promise<TeamResult> {
    const query = parseQuery(text);
    const found = await this.textsWith(query, { since });
    const matcher = wordMatcher(query);
    const visible = new Map((await this.visible()).map((each) => [keyOf(each.session), each]));
    const hitsIn = (row: Row): TeamHit[] => {
      const shared = visible.get(keyOf(row as unknown as SessionKey));
      const words = textOf(String(row['text']));
      if (shared?.session.visibility !== 'team' || Number(row['epoch']) !== shared.session.epoch) return [];
      const file = textOf(String(row['file']));
      const isShown = shared.files.some((mark) => mark.file === file && mark.generation === Number(row['generation']));
      if (!isShown || matcher.ranges(words, 1).length === 0) return [];
      return [hitOf(row, { ...shared.session, file, snippet: snippetOf(words, matcher) })];
    };
    const all = found.rows.flatMap(hitsIn);
    const is = (wanted: string | undefined, name: string) =>
      wanted === undefined || wanted.toLowerCase() === name.toLowerCase();
    const ofProject = all.filter((hit) => is(project, hit.project));
    // With very many texts, one person's may not be among the newest, so only theirs are read.
    const isNarrowed = found.isMore && person !== undefined;
    const own = isNarrowed ? await this.textsWith(query, { since, owner: person.toLowerCase() }) : found;
    const candidates = isNarrowed ? own.rows.flatMap(hitsIn).filter((hit) => is(project, hit.project)) : ofProject;
    const hits = candidates.filter((hit) => is(person, hit.owner));
    return {
      hits: hits.slice(0, limit),
      count: hits.length,
      isMore: own.isMore,
      people: facetOf(ofProject.map((hit) => hit.owner)),
      projects: facetOf(all.filter((hit) => is(person, hit.owner)).map((hit) => hit.project)),
    };
  }

  /** Candidate texts, newest first. */
  private async textsWith(
    query: Query,
    { since, owner }: { since: number | undefined; owner?: string },
  ): Promise<{ rows: Row[]; isMore: boolean }> {
    const { sql, parameters } = wordCondition(query, this.options.dialect);
    const isModern = this.options.dialect === 'modern';
    const rest = [
      ...(since === undefined ? [] : ['time >= {since:UInt64}']),
      ...(owner === undefined ? [] : ['owner = {owner:String}']),
    ];
    // ClickHouse uses the word index only in PREWHERE.
    const where = isModern
      ? `PREWHERE ${sql}${rest.length > 0 ? ` WHERE ${rest.join(' AND ')}` : ''}`
      : `WHERE ${[sql, ...rest].join(' AND ')}`;
    const rows = await this.servers.any((server) =>
      server.query(
        `SELECT owner, session, epoch, file, generation, offset, part, kind, tool, time, text FROM texts
         ${where} ORDER BY time DESC, owner, session, file, generation, offset, part, version DESC
         LIMIT 1 BY owner, session, file, generation, offset, part LIMIT ${CANDIDATES + 1}`,
        { ...parameters, ...(since !== undefined && { since }), ...(owner !== undefined && { owner }) },
      ),
    );
    return { rows, isMore: rows.length > CANDIDATES };
  }

  async usage({ since, until, timeZone }: UsageQuestion): Promise<UsageRow[]> {
    const conditions = [MEASURED];
    if (since !== undefined) conditions.push('time >= {since:UInt64}');
    if (until !== undefined) conditions.push('time <= {until:UInt64}');
    const seconds = (ms: number) => Math.floor(ms / 1000);
    const rows = await this.servers.any((server) =>
      server.query(
        `SELECT substring(toString(toDateTime(time), {timeZone:String}), 1, 10) AS on_day, owner, session, epoch, person,
           project, model, fast, us, over, agent, count() AS replies, sum(input) AS input_sum,
           sum(output) AS output_sum, sum(cache_read) AS read_sum, sum(cache_write_5m) AS write_5m_sum,
           sum(cache_write_1h) AS write_1h_sum, sum(web_searches) AS web_sum
         FROM (SELECT * FROM replies WHERE ${conditions.join(' AND ')}
           ORDER BY key, copy, output DESC, version LIMIT 1 BY key)
         GROUP BY on_day, owner, session, epoch, person, project, model, fast, us, over, agent`,
        {
          timeZone,
          ...(since !== undefined && { since: seconds(since) }),
          ...(until !== undefined && { until: seconds(until) }),
        },
      ),
    );
    const visible = new Map((await this.visible()).map(({ session }) => [keyOf(session), session]));
    return rows.flatMap((row) => {
      const session = visible.get(keyOf(row as unknown as SessionKey));
      const isSeen = session && session.epoch === Number(row['epoch']) && session.visibility !== 'own';
      return isSeen ? [usageRowOf(row)] : [];
    });
  }

  async removeContent(session: SharedSession): Promise<void> {
    const stored = await this.stored(session);
    const epoch = stored?.epoch ?? session.version;
    const { owner, session: id } = session;
    const condition = 'owner = {owner:String} AND session = {session:String} AND epoch <= {epoch:UInt64}';
    const parameters = { owner, session: id, epoch };
    for (const name of ['marks', 'lines', 'texts', 'replies']) {
      const local = this.options.isCluster && name !== 'marks' ? `${name}_local` : name;
      // Rows left on a server that is down are never read, since their epoch is over.
      await this.servers.everywhere((server) =>
        server.command(`ALTER TABLE ${local} DELETE WHERE ${condition}`, parameters),
      );
    }
  }

  async forget(session: SharedSession): Promise<void> {
    const stored = await this.stored(session);
    if (!stored) return;
    const version = Math.max(Date.now(), stored.version + 1);
    await this.write({ ...stored, title: '', project: '', isWithdrawn: true, isForgotten: true, version });
    await this.removeContent(session);
  }

  async forgetReads(person: string): Promise<void> {
    const rows = await this.servers.queryAll(
      'SELECT owner, at, reader, session, verb FROM reads WHERE owner = {person:String} OR reader = {person:String}',
      { person },
    );
    const gone = rows.map((row) => ({ ...row, gone: 1, version: 2 }));
    if (gone.length > 0) await this.servers.insertTwice('reads', gone);
  }

  async addRead(read: Read): Promise<void> {
    await this.servers.insertTwice('reads', [{ ...read, gone: 0, version: 1 }]);
  }

  readsOf(owner: string): Promise<Read[]> {
    return this.readsWhere('owner = {owner:String}', { owner });
  }

  async pullsBy(reader: string, session: string): Promise<Read[]> {
    const reads = await this.readsWhere('reader = {reader:String} AND session = {session:String}', { reader, session });
    return reads.filter(({ verb }) => verb === 'pull');
  }

  async close(): Promise<void> {
    for (const server of this.options.servers) await server.close();
  }

  /**
   * Where to read a file's lines: from each server alone, then from all together, since after a crash each replica may
   * lack rows that the other has. This is repeated, since replicas may still be catching up.
   */
  private sources(): Ask[] {
    const alone = this.servers.inTurn().map(
      (server): Ask =>
        (sql, parameters) =>
          server.query(sql, parameters),
    );
    return this.options.isCluster ? [...alone, ...Array.from({ length: ROUNDS }, () => this.merged)] : alone;
  }

  private readonly merged: Ask = async (sql, parameters) => {
    const rows = await this.servers.queryAll(sql, parameters);
    const byOffset = new Map(rows.map((row) => [Number(row['offset']), row]));
    return [...byOffset].sort(([a], [b]) => a - b).map(([, row]) => row);
  };

  private async stored({ owner, session }: SessionKey): Promise<StoredSession | undefined> {
    const [newest] = newestBy(await this.sessionRows.of({ owner, session }), () => '');
    return newest && storedOf(newest);
  }

  private async write({ epoch, ...session }: StoredSession): Promise<void> {
    const { owner, session: id, version } = session;
    const measured = session.isWithdrawn || session.visibility === 'own' ? 0 : 1;
    const row = { owner, session: id, epoch, measured, json: toBinary(JSON.stringify(session)), version };
    await this.commits.add({ after: { sessions: [row] } });
  }

  /** Sessions with a complete transcript that were not withdrawn, and their files. */
  private async visible(): Promise<{ session: StoredSession; files: FileMark[] }[]> {
    const rows = await this.servers.queryAll(SESSIONS, {});
    const marks = groupBy(await this.marks(), markKey);
    return newestBy(rows, (row) => keyOf(row as unknown as SessionKey)).flatMap((row) => {
      const session = storedOf(row);
      if (session.isWithdrawn || session.isForgotten) return [];
      const files = shownMarks(marks.get(keyOf(session)) ?? [], session.epoch);
      return files.some(({ file }) => file === `project/${session.session}.jsonl`) ? [{ session, files }] : [];
    });
  }

  private marks(key?: SessionKey): Promise<Row[]> {
    return key ? this.markRows.of(key) : this.servers.queryAll(MARKS, {});
  }

  /** Checks a file against its mark. Returns its bytes if it is small. */
  private async checked(mark: FileMark, epoch: number, ask: Ask): Promise<Uint8Array[] | undefined> {
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of this.windows(mark, epoch, ask)) {
      hash.update(part);
      bytes += part.length;
      if (mark.bytes <= KEPT) kept.push(part);
    }
    if (bytes !== mark.bytes || hash.digest('hex') !== mark.sha256) throw damaged(mark);
    return mark.bytes <= KEPT ? kept : undefined;
  }

  private async *windows(mark: FileMark, epoch: number, ask: Ask): AsyncGenerator<Uint8Array> {
    const { owner, session, file, generation, bytes } = mark;
    for (let from = 0; from < bytes; from += WINDOW) {
      const to = Math.min(bytes, from + WINDOW);
      const parameters = { owner, session, epoch, file: toBinary(file), generation, from, to };
      const rows = await ask(
        `SELECT offset, raw FROM ${this.options.isCluster ? 'lines_local' : 'lines'} WHERE owner = {owner:String} AND session = {session:String}
           AND epoch = {epoch:UInt64} AND file = {file:String} AND generation = {generation:UInt64}
           AND offset >= {from:UInt64} AND offset < {to:UInt64}
         ORDER BY offset, version DESC LIMIT 1 BY offset`,
        parameters,
      );
      for (const row of rows) yield bytesOf(String(row['raw']));
    }
  }

  private async readsWhere(condition: string, parameters: Parameters): Promise<Read[]> {
    const rows = await this.servers.queryAll(
      `SELECT owner, at, reader, session, verb, gone, version FROM reads WHERE ${condition}`,
      parameters,
    );
    const key = (row: Row) => JSON.stringify([row['owner'], row['at'], row['reader'], row['session'], row['verb']]);
    return newestBy(rows, key)
      .filter((row) => Number(row['gone']) === 0)
      .map(
        (row): Read => ({
          owner: String(row['owner']),
          at: Number(row['at']),
          reader: String(row['reader']),
          session: String(row['session']),
          verb: row['verb'] === 'pull' ? 'pull' : 'show',
        }),
      )
      .sort((a, b) => b.at - a.at)
      .slice(0, 1000);
  }
}

const SESSIONS = 'SELECT owner, session, epoch, json, version FROM sessions';
const MARKS = 'SELECT owner, session, epoch, file, generation, bytes, sha256, whole FROM marks';

/** Excludes replies of withdrawn sessions before copies are merged; otherwise one could replace the copy of another session. */
const MEASURED = `(owner, session, epoch) GLOBAL IN (SELECT owner, session, epoch FROM (SELECT owner, session, epoch, measured
  FROM sessions ORDER BY version DESC LIMIT 1 BY owner, session) WHERE measured = 1)`;

function newestBy(rows: readonly Row[], keyOfRow: (row: Row) => string): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOfRow(row);
    const known = newest.get(key);
    if (!known || Number(row['version']) > Number(known['version'])) newest.set(key, row);
  }
  return [...newest.values()];
}

function groupBy<T>(list: readonly T[], keyOfEach: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const key = keyOfEach(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

function keyOf({ owner, session }: SessionKey): string {
  return `${owner}/${session}`;
}

const markKey = (row: Row) => keyOf(row as unknown as SessionKey);

function storedOf(row: Row): StoredSession {
  return { ...(JSON.parse(textOf(String(row['json']))) as SharedSession), epoch: Number(row['epoch']) };
}

function shown({ epoch: _, isForgotten: __, ...session }: StoredSession): SharedSession {
  return session;
}

function isLater(a: Held, b: Held): boolean {
  return a.generation > b.generation || (a.generation === b.generation && a.bytes > b.bytes);
}

/** How much of the newest generation of each file has arrived. */
function heldIn(rows: readonly Row[], epoch: number): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const row of rows) {
    if (Number(row['epoch']) !== epoch) continue;
    const file = textOf(String(row['file']));
    const each = { generation: Number(row['generation']), bytes: Number(row['bytes']) };
    const known = held.get(file);
    if (!known || isLater(each, known)) held.set(file, each);
  }
  return held;
}

/** The newest complete generation of each file, and how far it is complete. */
function shownMarks(rows: readonly Row[], epoch: number): FileMark[] {
  const marks = new Map<string, FileMark>();
  for (const row of rows) {
    if (Number(row['whole']) !== 1 || Number(row['epoch']) !== epoch) continue;
    const file = textOf(String(row['file']));
    const mark = {
      owner: String(row['owner']),
      session: String(row['session']),
      file,
      generation: Number(row['generation']),
      bytes: Number(row['bytes']),
      sha256: String(row['sha256']),
    };
    const known = marks.get(file);
    if (!known || isLater(mark, known)) marks.set(file, mark);
  }
  return [...marks.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
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

function usageRowOf(row: Row): UsageRow {
  const number = (name: string) => Number(row[name]);
  return {
    day: String(row['on_day']),
    person: String(row['person']),
    project: textOf(String(row['project'])),
    model: textOf(String(row['model'])),
    isFast: number('fast') === 1,
    isUs: number('us') === 1,
    isOver: number('over') === 1,
    isAgent: number('agent') === 1,
    replies: number('replies'),
    input: number('input_sum'),
    output: number('output_sum'),
    cacheRead: number('read_sum'),
    cacheWrite5m: number('write_5m_sum'),
    cacheWrite1h: number('write_1h_sum'),
    webSearches: number('web_sum'),
  };
}

function damaged({ file }: FileMark): TeamFailure {
  return new TeamFailure('store_unavailable', `No server of the store has a complete copy of ${file}.`, {
    hint: 'A replica may be catching up. Try again.',
  });
}
