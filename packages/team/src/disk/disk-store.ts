import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Database, databaseFile, forgetSession, openStore } from '@unspool/store';
import type {
  Device,
  FileKey,
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
import { diskFailure } from './disk-failure.js';
import { DiskIndex } from './disk-index.js';
import { ReadLog } from './read-log.js';
import { begunSessions, groupSessions, listSessions, storedBytes } from './session-list.js';
import { openTeamDatabase } from './team-database.js';
import { TeamFiles } from './team-files.js';

/** The embedded store: files in a folder, with SQLite beside them. Several services may share the folder. */
export async function openDiskStore(folder: string): Promise<TeamStore> {
  try {
    const database = await openTeamDatabase(join(folder, 'team.db'));
    const index = await openStore(databaseFile({ env: { UNSPOOL_HOME: folder }, home: folder }));
    // Pages of deleted rows keep their bytes otherwise: titles and folders of withdrawn sessions.
    for (const each of [database, index.database]) each.exec('PRAGMA secure_delete = ON');
    return new DiskStore(database, index.database, new TeamFiles(folder));
  } catch (error) {
    throw diskFailure(error) ?? error;
  }
}

const NOTHING: Held = { generation: 0, bytes: 0 };

class DiskStore implements TeamStore {
  private readonly index: DiskIndex;
  private readonly reads: ReadLog;

  constructor(
    private readonly database: Database,
    private readonly indexed: Database,
    private readonly pushed: TeamFiles,
  ) {
    this.reads = new ReadLog(database);
    this.index = new DiskIndex(indexed, pushed.indexed, (key) => this.sessionNow(key));
  }

  async secret(): Promise<string> {
    const fresh = randomBytes(32).toString('base64url');
    this.database.prepare("INSERT OR IGNORE INTO meta VALUES ('secret', ?)").run(fresh);
    return String(this.database.prepare("SELECT value FROM meta WHERE key = 'secret'").get()?.['value']);
  }

  async putDevice(device: Device): Promise<void> {
    this.database.prepare('INSERT OR REPLACE INTO devices VALUES (?, ?)').run(device.id, JSON.stringify(device));
  }

  async devices(): Promise<Device[]> {
    const rows = this.database.prepare('SELECT json FROM devices ORDER BY id').all();
    return rows.map((row) => JSON.parse(String(row['json'])) as Device);
  }

  async putSession(session: SharedSession): Promise<void> {
    this.database
      .prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)')
      .run(session.owner, session.session, JSON.stringify(session));
  }

  async session(key: SessionKey): Promise<SharedSession | undefined> {
    return this.sessionNow(key);
  }

  async list(question: ListQuestion): Promise<SharedSession[]> {
    return listSessions(this.database, question);
  }

  async groups(question: { scope: ListScope; times: readonly number[] }): Promise<SessionGroup[]> {
    return groupSessions(this.database, question);
  }

  async begun(question: { owner: string } | { before: number }, limit: number): Promise<SharedSession[]> {
    return begunSessions(this.database, question, limit);
  }

  async stored(person?: string): Promise<Stored[]> {
    return storedBytes(this.database, person);
  }

  async quotas(): Promise<Quota[]> {
    const rows = this.database.prepare("SELECT value FROM meta WHERE key GLOB 'quota/*'").all();
    return rows.map((row) => JSON.parse(String(row['value'])) as Quota);
  }

  async putQuota(quota: Quota): Promise<void> {
    const statement = this.database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
    statement.run(`quota/${quota.person}`, JSON.stringify(quota));
  }

  async held({ owner, session }: SessionKey): Promise<Map<string, Held>> {
    const rows = this.database
      .prepare('SELECT file, generation, bytes FROM marks WHERE owner = ? AND session = ? ORDER BY generation')
      .all(owner, session);
    return new Map(
      rows.map((row) => [String(row['file']), { generation: Number(row['generation']), bytes: Number(row['bytes']) }]),
    );
  }

  async append(piece: Piece, session: SharedSession): Promise<Held> {
    // The transaction also locks out other services.
    const result = this.database.transaction(() => {
      const current = this.sessionNow(piece);
      // The session may have changed while a slow upload was on its way.
      if (!current || current.isWithdrawn || current.visibility !== session.visibility) return NOTHING;
      const held = this.heldNow(piece);
      if (held && held.generation > piece.generation) return held;
      const has = held?.generation === piece.generation ? held.bytes : 0;
      const end = piece.offset + piece.bytes.length;
      if (piece.offset > has) return held ?? { generation: piece.generation, bytes: 0 };
      if (end > has || (end === 0 && !held)) {
        this.pushed.write({ ...piece, offset: has, bytes: piece.bytes.subarray(has - piece.offset) }, session);
      }
      if (end >= has) this.mark(piece, end);
      return { generation: piece.generation, bytes: Math.max(has, end) };
    });
    // Done after the commit. After a crash in between, the next reader does it.
    if (piece.isWhole && result.generation === piece.generation) {
      this.pushed.publish(piece, session);
      this.index.noteChange();
    }
    return result;
  }

  async files(key: SessionKey): Promise<FileMark[]> {
    const rows = this.database
      .prepare(
        `SELECT file, generation, whole_bytes, whole_sha256 FROM marks
         WHERE owner = ? AND session = ? AND whole_bytes IS NOT NULL ORDER BY file, generation`,
      )
      .all(key.owner, key.session);
    const newest = new Map<string, FileMark>();
    for (const row of rows) {
      const file = String(row['file']);
      const { owner, session } = key;
      const sha256 = String(row['whole_sha256']);
      newest.set(file, {
        owner,
        session,
        file,
        generation: Number(row['generation']),
        bytes: Number(row['whole_bytes']),
        sha256,
      });
    }
    return [...newest.values()];
  }

  async *read(mark: FileMark, session: SharedSession): AsyncIterable<Uint8Array> {
    yield* this.pushed.read(mark, session);
  }

  search(question: SearchQuestion): Promise<TeamResult> {
    return this.index.search(question);
  }

  usage(question: UsageQuestion): Promise<UsageRow[]> {
    return this.index.usage(question);
  }

  async removeContent(session: SharedSession): Promise<void> {
    forgetSession(this.indexed, this.pushed.mainOf(session));
    this.pushed.remove(session);
    this.database.prepare('DELETE FROM marks WHERE owner = ? AND session = ?').run(session.owner, session.session);
    this.index.noteChange();
    // The write-ahead logs hold the deleted rows, too. A reader may delay this; then a later one does it.
    for (const each of [this.database, this.indexed]) each.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async forget(session: SharedSession): Promise<void> {
    await this.removeContent(session);
    const { owner, session: id } = session;
    this.database.prepare('DELETE FROM sessions WHERE owner = ? AND session = ?').run(owner, id);
  }

  async forgetReads(person: string): Promise<void> {
    this.reads.forget(person);
  }

  async addReads(reads: readonly Read[]): Promise<void> {
    this.reads.add(reads);
  }

  async readsOf(owner: string): Promise<Read[]> {
    return this.reads.of(owner);
  }

  async pullsBy(reader: string, session: string): Promise<Read[]> {
    return this.reads.pullsBy(reader, session);
  }

  async close(): Promise<void> {
    this.indexed.close();
    this.database.close();
  }

  private sessionNow({ owner, session }: SessionKey): SharedSession | undefined {
    const row = this.database.prepare('SELECT json FROM sessions WHERE owner = ? AND session = ?').get(owner, session);
    return row && (JSON.parse(String(row['json'])) as SharedSession);
  }

  private heldNow({ owner, session, file }: FileKey): Held | undefined {
    const row = this.database
      .prepare(
        `SELECT generation, bytes FROM marks WHERE owner = ? AND session = ? AND file = ?
         ORDER BY generation DESC LIMIT 1`,
      )
      .get(owner, session, file);
    return row && { generation: Number(row['generation']), bytes: Number(row['bytes']) };
  }

  private mark({ owner, session, file, generation, isWhole, sha256 }: Piece, end: number): void {
    this.database
      .prepare('INSERT OR IGNORE INTO marks VALUES (?, ?, ?, ?, 0, NULL, NULL)')
      .run(owner, session, file, generation);
    const where = 'WHERE owner = ? AND session = ? AND file = ? AND generation';
    this.database.prepare(`UPDATE marks SET bytes = ? ${where} = ?`).run(end, owner, session, file, generation);
    if (!isWhole) return;
    this.database
      .prepare(`UPDATE marks SET whole_bytes = ?, whole_sha256 = ? ${where} = ?`)
      .run(end, sha256, owner, session, file, generation);
    this.database.prepare(`DELETE FROM marks ${where} < ?`).run(owner, session, file, generation);
  }
}
