import type { Hit, HitPlace } from './hit.js';

/** A hit, and whether its line was written in this session rather than copied from another. */
export interface OwnedHit {
  hit: Hit;
  isOwn: boolean;
}

/**
 * Chooses the original among hits with the same text and time in several files: the one whose line was written in its own
 * file, else the one with the smaller session id, as in usage.
 */
export function originalOf(same: readonly OwnedHit[]): Hit {
  const [first, ...copies] = same.toSorted(byOrigin).map(({ hit }) => hit);
  if (!first) throw new Error('no hits to choose from');
  return copies.length === 0 ? first : { ...first, copies: copies.map(placeOf) };
}

/** Hits with their copies, in the order of each first hit. A repetition in the same file is a separate hit. */
export function copiesTogether<T extends OwnedHit>(hits: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  const seen = new Seen();
  for (const each of hits) {
    const key = seen.keyOf(each.hit);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** Counts hits; copies count as one. */
export class DistinctHits {
  private readonly keys = new Set<string>();
  private readonly seen = new Seen();

  add(hit: Hit): void {
    this.keys.add(this.seen.keyOf(hit));
  }

  get count(): number {
    return this.keys.size;
  }
}

class Seen {
  private readonly times = new Map<string, number>();
  private alone = 0;

  keyOf({ kind, time, isError, snippet, file }: Hit): string {
    // Without a time, a copy cannot be told from a repetition.
    if (time === undefined) return String(this.alone++);
    const words = `${time} ${kind} ${isError} ${snippet.text}`;
    const inFile = `${file}\0${words}`;
    const count = this.times.get(inFile) ?? 0;
    this.times.set(inFile, count + 1);
    return `${count} ${words}`;
  }
}

function byOrigin(a: OwnedHit, b: OwnedHit): number {
  if (a.isOwn !== b.isOwn) return a.isOwn ? -1 : 1;
  return compared(a.hit.sessionId, b.hit.sessionId) || compared(a.hit.file, b.hit.file) || a.hit.byte - b.hit.byte;
}

function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function placeOf({ sessionId, agentId, file, turn, byte }: Hit): HitPlace {
  return { sessionId, agentId, file, turn, byte };
}
