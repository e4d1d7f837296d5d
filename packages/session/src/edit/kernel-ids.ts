import type { Family } from '../locate/family.js';
import { isUuid } from '../locate/session-id.js';
import { forEachId } from '../outline/ids-seen.js';
import { forEachRegion, newScratch } from '../scan/regions.js';
import { IdKernel, Kind } from './id-kernel.js';
import type { IdReplacement } from './new-ids.js';

const UUID_LENGTH = 36;
/** Stretches overlap, so that no id is cut in two. */
const STRETCH = 128 * 1024;

/** New ids that are made from the old ones, for files that hold UUIDs in small letters only. */
export class KernelIds implements IdReplacement {
  readonly kernel: IdKernel;

  constructor(key: string, sessionId: string) {
    this.kernel = new IdKernel(key, sessionId);
  }

  /** The number of a line's id; 0 when it is no UUID, -1 when it is one that is not ours to replace. */
  addLine(id: string): number {
    const number = this.kernel.addText(id, Kind.line);
    return number === 0 && isUuid(id) ? -1 : number;
  }

  /** False when it cannot be replaced: it is no UUID in small letters, or was a line's id before. */
  addSession(id: string): boolean {
    return this.isSession(this.kernel.addText(id, Kind.session));
  }

  replaceIn(bytes: Buffer, start = 0, end = bytes.length): void {
    this.forEachStretch({ bytes, start, end }, (at, length) => {
      this.kernel.bytes.copy(bytes, at, 0, length);
      return true;
    });
  }

  standsIn(bytes: Buffer, start: number, end: number): boolean {
    let isThere = false;
    this.forEachStretch({ bytes, start, end }, (_, __, notes) => {
      for (let note = 0; note < notes; note++) isThere ||= this.kernel.numberNoted(note) > 0;
      return !isThere;
    });
    return isThere;
  }

  /** Stretch by stretch, with new ids: an id on a border is found in the next one. */
  private forEachStretch(
    { bytes, start, end }: { bytes: Buffer; start: number; end: number },
    take: (at: number, length: number, notes: number) => boolean,
  ): void {
    for (let at = start; at < end; at += STRETCH) {
      const length = Math.min(STRETCH + UUID_LENGTH, end - at);
      this.kernel.fit(length);
      this.kernel.bytes.set(bytes.subarray(at, at + length));
      if (!take(at, length, this.kernel.replace(0, length))) return;
    }
  }

  private isSession(number: number): boolean {
    return number > 0 && this.kernel.kindOf(number) === Kind.session;
  }
}

/** The ids that a session's sub-agents bring. False when some are not ours to replace. */
export function collectFamilyIds(kernel: IdKernel, { sessionId, agents }: Family): boolean {
  let areOurs = kernel.addText(sessionId, Kind.session) > 0;
  const scratch = newScratch();
  for (const { file } of agents) {
    forEachRegion(file, scratch, (region) => {
      forEachId(region, {
        uuid: (id) => {
          if (isUuid(id) && kernel.addText(id, Kind.line) === 0) areOurs = false;
        },
        session: (id) => {
          const number = kernel.addText(id, Kind.session);
          if (number === 0 || kernel.kindOf(number) !== Kind.session) areOurs = false;
        },
      });
    });
  }
  return areOurs;
}
