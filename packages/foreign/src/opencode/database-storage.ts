import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import type { Database, Row } from '../sqlite/database.js';
import type { Value } from '../sqlite/record.js';
import type { SessionInfo, Storage, StoredMessage } from './storage.js';

/** The tables of versions from 1.2. */
export class DatabaseStorage implements Storage {
  private readonly known: SessionInfo[];
  private readonly updated = new Map<string, Value>();
  private readonly messageRows: ReadonlyMap<Value, number[]>;
  private readonly partRows: ReadonlyMap<Value, number[]>;

  constructor(
    private readonly database: Database,
    private readonly output: Pick<Output, 'damaged'>,
  ) {
    this.known = [...database.rows('session')].flatMap((row) => this.infoOf(row));
    this.messageRows = database.rowidsBy('message', 'session_id');
    this.partRows = database.rowidsBy('part', 'message_id');
  }

  sessions(): readonly SessionInfo[] {
    return this.known;
  }

  /** Changes when a message or part is added and when a message ends. */
  stampOf(session: string): string {
    const messages = this.messagesOf(session);
    const parts = messages.reduce((count, { id }) => count + (this.partRows.get(id)?.length ?? 0), 0);
    return [this.updated.get(session), messages.length, parts, messages.at(-1)?.updated].join(' ');
  }

  messageTimes(session: string): number[] {
    return this.messagesOf(session).map(({ created }) => created);
  }

  *messages(session: string): Generator<StoredMessage> {
    for (const { id, rowid } of this.messagesOf(session)) {
      const row = this.database.row('message', rowid, 'data');
      const info = row && this.json(row, `message ${id}`);
      if (info) yield { info: { ...info, id }, parts: this.partsOf(id) };
    }
  }

  private messagesOf(session: string) {
    const rows = (this.messageRows.get(session) ?? []).flatMap((rowid) => {
      const row = this.database.row('message', rowid, 'id', 'time_created', 'time_updated');
      if (!row) return [];
      return [{ rowid, id: String(row.id), created: Number(row.time_created), updated: row.time_updated }];
    });
    return rows.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  }

  private partsOf(message: string): JsonObject[] {
    const rows = (this.partRows.get(message) ?? []).flatMap((rowid) => {
      const row = this.database.row('part', rowid, 'id', 'data');
      return row ? [row] : [];
    });
    return rows
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      .flatMap((row) => {
        const part = this.json(row, `part ${String(row.id)}`);
        return part ? [part] : [];
      });
  }

  private json({ data }: Row, where: string): JsonObject | undefined {
    try {
      const object: unknown = parseJson(String(data));
      if (isObject(object)) return object;
    } catch {
      // Reported below.
    }
    this.output.damaged(where, 'it is not a JSON object');
    return undefined;
  }

  private infoOf(row: Row): SessionInfo[] {
    const text = (column: string) => (typeof row[column] === 'string' && row[column] !== '' ? row[column] : undefined);
    const id = text('id');
    if (id === undefined) return [];
    this.updated.set(id, row.time_updated ?? null);
    return [
      {
        id,
        parent: text('parent_id'),
        directory: text('directory'),
        title: text('title'),
        version: text('version'),
        created: Number(row.time_created) || 0,
      },
    ];
  }
}
