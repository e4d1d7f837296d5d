import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENDINGS, foldersOfThread } from './places.js';

/** When a thread, turn or window was created, in milliseconds, if its id is a UUIDv7. */
export function timeInId(id: string | undefined): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id ?? '');
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}

interface Maker {
  id: string;
  madeAt: number;
}

/**
 * A file's thread and the threads it was copied from. A copied turn keeps its id, which contains its creation time; its
 * lines have the time of the copy.
 */
export class Ancestry {
  private readonly makers: Maker[] = [];

  add(id: string, timestamp: string | undefined): void {
    if (this.makers.some((maker) => maker.id === id)) return;
    const noted = Date.parse(timestamp ?? '');
    const inId = timeInId(id);
    const madeAt = Math.min(inId ?? Number.POSITIVE_INFINITY, Number.isNaN(noted) ? Number.POSITIVE_INFINITY : noted);
    this.makers.push({ id, madeAt: Number.isFinite(madeAt) ? madeAt : Number.NEGATIVE_INFINITY });
  }

  /** Adds a thread that was copied from, of which only the id is known. */
  addUnknown(id: string): void {
    if (!this.makers.some((maker) => maker.id === id)) this.makers.push({ id, madeAt: Number.NEGATIVE_INFINITY });
  }

  /** The newest thread at the time when a turn was created. */
  makerOf(madeAt: number): string | undefined {
    const before = this.makers.filter((maker) => maker.madeAt <= madeAt);
    return before.reduce<Maker | undefined>(
      (last, each) => (last && last.madeAt > each.madeAt ? last : each),
      undefined,
    )?.id;
  }
}

/** The file of another thread, for a fork that only names the thread it continues. */
export function fileOfThread(id: string, beside: string): string | undefined {
  for (const folder of foldersOfThread(beside, timeInId(id))) {
    const name = namesIn(folder).find((each) => each.includes(id) && ENDINGS.some((ending) => each.endsWith(ending)));
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
