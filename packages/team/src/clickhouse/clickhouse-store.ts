import { randomBytes, randomInt } from 'node:crypto';
import type {
  Device,
  FileMark,
  Held,
  ListQuestion,
  ListScope,
  Piece,
  Quota,
  Read,
  SearchQuestion,
  SessionGroup,
  SessionKey,
  SharedSession,
  Stored,
  TeamResult,
  UsageQuestion,
  UsageRow,
} from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import { textOf, toBinary } from './binary-json.js';
import type { ClickHouse } from './clickhouse.js';
import { damaged, FileReader } from './file-reader.js';
import { findWords } from './find-words.js';
import { GroupCommit } from './group-commit.js';
import { ReadLog } from './read-log.js';
import { rowsOfPiece } from './rows-of-piece.js';
import type { Dialect } from './schema.js';
import { ServerGroup } from './server-group.js';
import { begunSessions, groupSessions, listSessions } from './session-list.js';
import { heldIn, newestBy, type StoredSession, shown, shownMarks } from './session-rows.js';
import { SmallTables } from './small-tables.js';
import { storedBytes } from './stored-bytes.js';
import { sumUsage } from './sum-usage.js';

export interface ClickHouseStoreOptions {
  servers: readonly ClickHouse[];
  dialect: Dialect;
  isCluster: boolean;
  /** How long a push waits, so that others can be inserted together with it. */
  groupMs?: number;
}

/** In the year 2109. */
const LAST_MS = 2 ** 42;
const QUOTA = 'quota/';

/** A team's sessions in ClickHouse. Large tables are read from one server, and the bytes of a file are checked against its mark. */
export class ClickHouseStore implements TeamStore {
  private readonly servers: ServerGroup;
  private readonly tables: SmallTables;
  private readonly source: { servers: ServerGroup; tables: SmallTables };
  private readonly commits: GroupCommit;
  private readonly reads: ReadLog;
  private readonly reader: FileReader;
  private makingSecret: Promise<string> | undefined;

  constructor(private readonly options: ClickHouseStoreOptions) {
    this.servers = new ServerGroup(options.servers);
    this.tables = new SmallTables(this.servers);
    this.source = { servers: this.servers, tables: this.tables };
    this.commits = new GroupCommit(this.servers, options.groupMs ?? 200);
    this.reads = new ReadLog(this.servers);
    this.reader = new FileReader(this.servers, options.isCluster);
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
    const known = await this.tables.stored(session);
    const isNew = !known || known.isForgotten || (known.isWithdrawn && !session.isWithdrawn);
    const version = isNew ? Math.max(session.version, (known?.version ?? 0) + 1) : session.version;
    await this.write({ ...session, version, epoch: isNew ? version : known.epoch });
  }

  async session(key: SessionKey): Promise<SharedSession | undefined> {
    const stored = await this.tables.stored(key);
    return stored && !stored.isForgotten ? shown(stored) : undefined;
  }

  list(question: ListQuestion): Promise<SharedSession[]> {
    return listSessions(question, this.source);
  }

  groups(question: { scope: ListScope; times: readonly number[] }): Promise<SessionGroup[]> {
    return groupSessions(question, this.servers);
  }

  begun(question: { owner: string } | { before: number }, limit: number): Promise<SharedSession[]> {
    return begunSessions(question, limit, this.source);
  }

  stored(person?: string): Promise<Stored[]> {
    return storedBytes(person, this.servers);
  }

  async quotas(): Promise<Quota[]> {
    const rows = await this.servers.queryAll(
      "SELECT key, value, version FROM meta WHERE startsWith(key, 'quota/')",
      {},
    );
    return newestBy(rows, ({ key }) => String(key)).map(({ value }) => JSON.parse(String(value)) as Quota);
  }

  async putQuota(quota: Quota): Promise<void> {
    const row = { key: `${QUOTA}${quota.person}`, value: JSON.stringify(quota), version: Date.now() };
    await this.servers.insertTwice('meta', [row]);
  }

  async held(key: SessionKey): Promise<Map<string, Held>> {
    const [session, marks] = await Promise.all([this.tables.stored(key), this.tables.marks(key)]);
    return session && !session.isForgotten && !session.isWithdrawn ? heldIn(marks, session.epoch) : new Map();
  }

  async append(piece: Piece, { owner, session: id, visibility }: SharedSession): Promise<Held> {
    const [session, known] = await Promise.all([this.tables.stored({ owner, session: id }), this.tables.marks(piece)]);
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
    const [session, marks] = await Promise.all([this.tables.stored(key), this.tables.marks(key)]);
    if (!session || session.isWithdrawn || session.isForgotten) return [];
    return shownMarks(marks, session.epoch);
  }

  async *read(mark: FileMark, session: SharedSession): AsyncIterable<Uint8Array> {
    const stored = await this.tables.stored(session);
    if (!stored) throw damaged(mark);
    yield* this.reader.read(mark, stored.epoch);
  }

  search(question: SearchQuestion): Promise<TeamResult> {
    return findWords(question, { ...this.source, dialect: this.options.dialect });
  }

  usage(question: UsageQuestion): Promise<UsageRow[]> {
    return sumUsage(question, this.source);
  }

  async removeContent(session: SharedSession): Promise<void> {
    const stored = await this.tables.stored(session);
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
    const stored = await this.tables.stored(session);
    if (!stored) return;
    const version = Math.max(Date.now(), stored.version + 1);
    await this.write({ ...stored, title: '', project: '', isWithdrawn: true, isForgotten: true, version });
    await this.removeContent(session);
  }

  forgetReads(person: string): Promise<void> {
    return this.reads.forget(person);
  }

  addReads(reads: readonly Read[]): Promise<void> {
    return this.reads.add(reads);
  }

  readsOf(owner: string): Promise<Read[]> {
    return this.reads.of(owner);
  }

  pullsBy(reader: string, session: string): Promise<Read[]> {
    return this.reads.pullsBy(reader, session);
  }

  async close(): Promise<void> {
    for (const server of this.options.servers) await server.close();
  }

  private async write({ epoch, ...session }: StoredSession): Promise<void> {
    const { owner, session: id, version } = session;
    const visibility = session.isWithdrawn || session.isForgotten ? '' : session.visibility;
    const facts = { shown: visibility, ended: session.endedAt, project: toBinary(session.project) };
    const row = { owner, session: id, epoch, ...facts, json: toBinary(JSON.stringify(session)), version };
    await this.commits.add({ after: { sessions: [row] } });
  }
}
