import type { Database } from '@unspool/store';
import type { Read } from '../contract/model.js';

/** Who read whose sessions. */
export class ReadLog {
  constructor(private readonly database: Database) {}

  add(reads: readonly Read[]): void {
    const statement = this.database.prepare(
      `INSERT INTO reads SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM reads
       WHERE owner = ?1 AND at = ?2 AND reader = ?3 AND session = ?4 AND verb = ?5)`,
    );
    this.database.transaction(() => {
      for (const { owner, at, reader, session, verb } of reads) statement.run(owner, at, reader, session, verb);
    });
  }

  of(owner: string): Read[] {
    const opened = this.select("owner = ? AND verb != 'search'", owner);
    const found = this.select("owner = ? AND verb = 'search'", owner);
    return [...opened, ...found].sort((a, b) => b.at - a.at);
  }

  pullsBy(reader: string, session: string): Read[] {
    return this.select("reader = ? AND session = ? AND verb = 'pull'", reader, session);
  }

  forget(person: string): void {
    this.database.prepare('DELETE FROM reads WHERE owner = ?1 OR reader = ?1').run(person);
  }

  private select(condition: string, ...values: string[]): Read[] {
    return this.database
      .prepare(`SELECT * FROM reads WHERE ${condition} ORDER BY at DESC, rowid DESC LIMIT 1000`)
      .all(...values)
      .map((row) => ({
        owner: String(row['owner']),
        at: Number(row['at']),
        reader: String(row['reader']),
        session: String(row['session']),
        verb: verbOf(row['verb']),
      }));
  }
}

function verbOf(value: unknown): Read['verb'] {
  return value === 'pull' || value === 'search' ? value : 'show';
}
