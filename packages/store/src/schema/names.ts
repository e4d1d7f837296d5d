import type { Database } from '../sqlite/database.js';

/** Repeated texts, by number. New numbers are assigned within the caller's transaction. */
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

  /** Call after a rollback, which also undid the numbers assigned in it. */
  forget(): void {
    this.ids.clear();
  }
}

const MAX_CACHED = 50_000;
