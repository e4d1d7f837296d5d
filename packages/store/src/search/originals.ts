import type { Database } from '../sqlite/database.js';
import { type OwnedHit, originalOf } from './copies.js';
import type { Hit } from './hit.js';
import { hitsOf, type PlacedHit } from './placed-hits.js';

/** A hit whose line was read; without a text if that failed. */
export interface ReadHit extends OwnedHit {
  text: string | undefined;
}

/** Hits of the index, with copies grouped. Lines beyond those shown are read only if they may be copies. */
export class Originals {
  private readonly twins: Map<number, number[]>;
  private readonly returned = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly ids: readonly number[],
    private readonly read: (hit: PlacedHit) => ReadHit,
  ) {
    this.twins = twinsAmong(database, ids);
  }

  /** The first `limit` hits, each with its copies among all hits. */
  first(limit: number): Hit[] {
    const hits: Hit[] = [];
    for (let at = 0; at < this.ids.length && hits.length < limit; ) {
      const next = this.ids.slice(at, at + limit - hits.length);
      at += next.length;
      const wanted = new Set(next.flatMap((id) => [id, ...this.twinsOf(id)]));
      const placed = new Map(hitsOf(this.database, [...wanted]).map((hit) => [hit.id, hit]));
      for (const id of next) {
        const hit = placed.get(id);
        if (hit && !this.returned.has(id)) hits.push(originalOf(this.withCopies(hit, placed)));
      }
    }
    return hits;
  }

  private withCopies(hit: PlacedHit, placed: ReadonlyMap<number, PlacedHit>): OwnedHit[] {
    const first = this.read(hit);
    const same: OwnedHit[] = [first];
    if (first.text === undefined) return same;
    for (const twin of this.twinsOf(hit.id)) {
      const other = placed.get(twin);
      // A repetition in the same file is not a copy.
      if (!other || this.returned.has(twin) || other.hit.file === hit.hit.file) continue;
      const copy = this.read(other);
      if (copy.text !== first.text) continue;
      this.returned.add(twin);
      same.push(copy);
    }
    return same;
  }

  private twinsOf(id: number): readonly number[] {
    return this.twins.get(id) ?? [];
  }
}

/** For each text, the others that may be copies of it: with the same time and kind. */
function twinsAmong(database: Database, ids: readonly number[]): Map<number, number[]> {
  const row = database
    .prepare(
      `SELECT json_group_array(json_array(id, time, kind, part, tool, is_error)) AS rows
       FROM docs WHERE id IN (SELECT value FROM json_each(?)) AND time IS NOT NULL`,
    )
    .get(JSON.stringify(ids));
  const groups = new Map<string, number[]>();
  for (const [id, ...moment] of JSON.parse(String(row?.['rows'] ?? '[]')) as [number, ...unknown[]][]) {
    const key = moment.join(' ');
    const group = groups.get(key);
    if (group) group.push(id);
    else groups.set(key, [id]);
  }
  const twins = new Map<number, number[]>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    for (const id of group) {
      twins.set(
        id,
        group.filter((other) => other !== id),
      );
    }
  }
  return twins;
}
