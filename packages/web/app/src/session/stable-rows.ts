import type { Row } from './rows.js';

/** The rows with those of before in place of equal new ones: what did not change is not drawn again. */
export function stableRows(rows: Row[], before: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return rows.map((row) => {
    const old = known.get(row.key);
    return old && isEqual(old, row) ? old : row;
  });
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
