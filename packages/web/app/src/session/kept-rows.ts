import type { Row } from './rows.js';

interface Kept {
  from: readonly unknown[] | undefined;
  rows: Row[];
}

/**
 * Keeps the rows that were made last. In a session of thousands of turns, only rows with changes are made again, and equal
 * rows are reused, so that they are not redrawn.
 */
export class KeptRows {
  readonly #kept = new Map<string, Kept>();

  /** `from` lists everything that the rows depend on. If undefined, they are made again each time. */
  rows(name: string, from: readonly unknown[] | undefined, make: () => Row[]): Row[] {
    const kept = this.#kept.get(name);
    if (kept && from && isAlike(kept.from, from)) return kept.rows;
    const rows = kept ? withOld(make(), kept.rows) : make();
    // The rows of an open sub-agent are between those of the turn, and change with it.
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
