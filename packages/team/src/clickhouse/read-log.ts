import type { Read } from '../contract/model.js';
import type { Parameters, Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';
import { newestBy } from './session-rows.js';

const MAX = 1000;

/** Who read whose sessions. */
export class ReadLog {
  constructor(private readonly servers: ServerGroup) {}

  async add(reads: readonly Read[]): Promise<void> {
    const rows = reads.map((read) => ({ ...read, gone: 0, version: 1 }));
    if (rows.length > 0) await this.servers.insertTwice('reads', rows);
  }

  async of(owner: string): Promise<Read[]> {
    const parameters = { owner };
    const opened = await this.select("owner = {owner:String} AND verb != 'search'", parameters);
    const found = await this.select("owner = {owner:String} AND verb = 'search'", parameters);
    return [...opened, ...found].sort((a, b) => b.at - a.at);
  }

  async pullsBy(reader: string, session: string): Promise<Read[]> {
    return this.select("reader = {reader:String} AND session = {session:String} AND verb = 'pull'", {
      reader,
      session,
    });
  }

  async forget(person: string): Promise<void> {
    const rows = await this.servers.queryAll(
      'SELECT owner, at, reader, session, verb FROM reads WHERE owner = {person:String} OR reader = {person:String}',
      { person },
    );
    const gone = rows.map((row) => ({ ...row, gone: 1, version: 2 }));
    if (gone.length > 0) await this.servers.insertTwice('reads', gone);
  }

  private async select(condition: string, parameters: Parameters): Promise<Read[]> {
    const rows = await this.servers.queryAll(
      `SELECT owner, at, reader, session, verb, gone, version FROM reads WHERE ${condition}
       ORDER BY at DESC, owner, reader, session, verb, version DESC
       LIMIT 1 BY owner, at, reader, session, verb LIMIT ${MAX}`,
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
          verb: verbOf(row['verb']),
        }),
      )
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX);
  }
}

function verbOf(value: unknown): Read['verb'] {
  return value === 'pull' || value === 'search' ? value : 'show';
}
