import type { Database } from '../sqlite/database.js';

/** Texts that repeat, by number. Numbers are handed out within the caller's transaction. */
export class Names {
  private readonly ids = new Map<string, number>();

  constructor(private readonly database: Database) {}

  id(text: string): number {
    let id = this.ids.get(text);
    if (id !== undefined) return id;
    this.database.prepare('INSERT OR IGNORE INTO names (text) VALUES (?)').run(text);
    id = Number(this.database.prepare('SELECT id FROM names WHERE text = ?').get(text)?.['id']);
    if (this.ids.size >= MAX_CACHED) this.ids.clear();
    this.ids.set(text, id);
    return id;
  }

  /** A transaction was taken back, and with it the numbers it handed out. */
  forget(): void {
    this.ids.clear();
  }
}

const MAX_CACHED = 50_000;
