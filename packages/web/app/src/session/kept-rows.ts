import type { Row } from './rows.js';

interface Kept {
  from: readonly unknown[] | undefined;
  rows: Row[];
}

/**
 * The rows as they were made last. Of a session of thousands of turns only those are made anew that something changed in,
 * and a row that came out equal is the old one: what did not change is not drawn again.
 */
export class KeptRows {
  readonly #kept = new Map<string, Kept>();

  /** `from` is all that the rows depend on; undefined when that cannot be told, then they are made anew each time. */
  rows(name: string, from: readonly unknown[] | undefined, make: () => Row[]): Row[] {
    const kept = this.#kept.get(name);
    if (kept && from && isAlike(kept.from, from)) return kept.rows;
    const rows = kept ? withOld(make(), kept.rows) : make();
    // Rows of an open sub-agent come to stand between those of the turn, and change with it.
    const isOwn = !rows.some((row) => row.type === 'agent' && row.isOpen);
    this.#kept.set(name, { from: isOwn ? from : undefined, rows });
    return rows;
  }
}

function withOld(rows: Row[], before: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return rows.map((row) => {
    const old = known.get(row.key);
    return old && isEqual(old, row) ? old : row;
  });
}

function isAlike(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a?.length === b.length && a.every((value, at) => value === b[at]);
}

function isEqual(a: Row, b: Row): boolean {
  const names = Object.keys(a) as (keyof Row)[];
  return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => item === b[at]);
  return false;
}
