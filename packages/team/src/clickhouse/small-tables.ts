import type { FileMark, SessionKey } from '../contract/model.js';
import type { Row } from './clickhouse.js';
import { GroupRead } from './group-read.js';
import type { ServerGroup } from './server-group.js';
import { keyOf, newestBy, type StoredSession, shownMarks, storedOf } from './session-rows.js';

export interface VisibleSession {
  session: StoredSession;
  files: FileMark[];
}

/**
 * The tables of sessions and their files. They are stored in full on every server and read from all of them, so that a
 * lagging server neither brings back withdrawn sessions nor hides acknowledged ones.
 */
export class SmallTables {
  private readonly sessionRows: GroupRead;
  private readonly markRows: GroupRead;

  constructor(private readonly servers: ServerGroup) {
    const columns = 'owner, session, epoch, file, generation, bytes, sha256, whole';
    this.sessionRows = new GroupRead((where, keys) =>
      servers.queryAll(`SELECT owner, session, epoch, json, version FROM sessions WHERE ${where}`, keys),
    );
    this.markRows = new GroupRead((where, keys) =>
      servers.queryAll(`SELECT ${columns} FROM marks WHERE ${where}`, keys),
    );
  }

  async stored({ owner, session }: SessionKey): Promise<StoredSession | undefined> {
    const [newest] = newestBy(await this.sessionRows.of({ owner, session }), () => '');
    return newest && storedOf(newest);
  }

  marks({ owner, session }: SessionKey): Promise<Row[]> {
    return this.markRows.of({ owner, session });
  }

  /** The session and its complete files. Undefined if it was withdrawn or its transcript is not complete. */
  async visible(key: SessionKey): Promise<VisibleSession | undefined> {
    const [session, marks] = await Promise.all([this.stored(key), this.marks(key)]);
    if (!session || session.isWithdrawn || session.isForgotten) return undefined;
    const files = shownMarks(marks, session.epoch);
    return files.some(({ file }) => file === `project/${key.session}.jsonl`) ? { session, files } : undefined;
  }

  /** The epoch of each session that counts in sums. */
  async measured(): Promise<Map<string, number>> {
    const [rows, whole] = await Promise.all([
      this.servers.queryAll('SELECT owner, session, epoch, shown, version FROM sessions', {}),
      this.servers.queryAll(`SELECT DISTINCT owner, session, epoch FROM marks WHERE ${IS_MAIN}`, {}),
    ]);
    const complete = new Set(whole.map((row) => `${keyOfRow(row)}/${row['epoch']}`));
    const counted = newestBy(rows, keyOfRow).filter(
      (row) => SHOWN_TO_ALL.has(String(row['shown'])) && complete.has(`${keyOfRow(row)}/${row['epoch']}`),
    );
    return new Map(counted.map((row) => [keyOfRow(row), Number(row['epoch'])]));
  }
}

/** Marks of a complete transcript. */
export const IS_MAIN = "whole = 1 AND file = concat('project/', session, '.jsonl')";

const SHOWN_TO_ALL: ReadonlySet<string> = new Set(['team', 'metrics']);

export function keyOfRow(row: Row): string {
  return keyOf(row as unknown as SessionKey);
}
