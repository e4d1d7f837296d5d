import { closeSync, openSync, readSync } from 'node:fs';
import type { FileCheck } from '../check.js';
import type { Session } from '../graph/session.js';
import { planResume } from '../resume/resume.js';
import { forEachRegion, newScratch } from '../scan/regions.js';
import { keptStretches } from './clone-file.js';
import type { FreshIds } from './fresh-ids.js';

/** What is known of a session that was made, before it is shown to anybody. */
export type Soundness = Omit<FileCheck, 'unknown'>;

export interface Copy {
  /** The source, and what was read of it. */
  file: string;
  session: Session;
  copy: string;
  /** The new session's. */
  sessionId: string;
  ids: FreshIds;
}

/**
 * Proves a copy without parsing it: read back, each byte of it is the source's, but for ids, and each id is the one that
 * was given for the source's at that place. Ids are one to one, so the copy resumes just where its source does, and that
 * is known. Undefined when this cannot be said, and the copy has to be checked like any other file.
 */
export function proveCopy({ file, session, copy, sessionId, ids }: Copy): Soundness | undefined {
  const { lines, problems, problemCounts } = session;
  const left = ids.areOneToOne(sessionId) ? linesLeftOut(file, copy, { ids, lines: lines.total }) : undefined;
  if (left === undefined) return undefined;
  const { chain, reasons } = planResume({ ...session, sessionId });
  return {
    file: copy,
    resumes: chain !== undefined,
    reasons,
    lines: { ...lines, total: lines.total - left, read: lines.read - left },
    roundTrip: true,
    problems,
    problemCounts,
  };
}

/**
 * How many lines of the source are not in the copy; undefined when the copy differs otherwise. `lines` is how many the
 * source had when it was read: it may have grown since.
 */
function linesLeftOut(
  file: string,
  copy: string,
  { ids, lines }: { ids: FreshIds; lines: number },
): number | undefined {
  const fd = openSync(copy, 'r');
  let isEqual = true;
  let seen = 0;
  let kept = 0;
  let back = Buffer.alloc(0);
  try {
    forEachRegion(file, newScratch(), (region) => {
      if (!isEqual) return;
      seen += linesIn(region.bytes, region.start, region.end);
      const stretches = keptStretches(region, ids);
      isEqual = stretches !== undefined;
      for (const [start, end] of stretches ?? []) {
        kept += linesIn(region.bytes, start, end);
        if (back.length < end - start) back = Buffer.allocUnsafe(end - start);
        const own = back.subarray(0, end - start);
        isEqual &&= readFully(fd, own) && ids.standFor(own, region.bytes.subarray(start, end));
      }
    });
    return isEqual && seen === lines && readSync(fd, Buffer.alloc(1)) === 0 ? seen - kept : undefined;
  } finally {
    closeSync(fd);
  }
}

function readFully(fd: number, bytes: Buffer): boolean {
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, null);
    if (count === 0) return false;
    done += count;
  }
  return true;
}

function linesIn(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  let at = start;
  while (at < end) {
    const newline = bytes.indexOf(10, at);
    count++;
    at = newline < 0 || newline >= end ? end : newline + 1;
  }
  return count;
}
