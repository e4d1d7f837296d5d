import { closeSync, openSync, readSync } from 'node:fs';
import type { Soundness } from '../check.js';
import type { Node } from '../graph/node.js';
import type { Session } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import { forEachWindow, type Window, type WindowTaker } from '../outline/windows.js';
import { planResume } from '../resume/resume.js';
import { isRequestRecord, needsMoreThanIds } from './clone-file.js';
import type { FreshIds } from './fresh-ids.js';
import { namesIdInThought } from './signed-thoughts.js';

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
export function proveCopy(made: Copy): Soundness | undefined {
  const { session, copy, sessionId, ids } = made;
  const { lines, problems, problemCounts } = session;
  const left = ids.areOneToOne(sessionId) ? linesLeftOut(made) : undefined;
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

/** How many lines of the source are not in the copy; undefined when the copy differs otherwise. */
function linesLeftOut({ file, session, copy, ids }: Copy): number | undefined {
  const fd = openSync(copy, 'r');
  try {
    const comparison = new Comparison(fd, session.nodes.filter(needsMoreThanIds), ids);
    forEachWindow(file, lineLimit({}), comparison);
    // The source may have grown since it was read.
    const isWhole = comparison.isEqual && comparison.seen === session.size && isAtEnd(fd);
    return isWhole ? comparison.left : undefined;
  } finally {
    closeSync(fd);
  }
}

class Comparison implements WindowTaker {
  isEqual = true;
  /** Bytes of the source. */
  seen = 0;
  left = 0;
  private at = 0;
  private back = Buffer.alloc(0);

  constructor(
    private readonly fd: number,
    /** Lines of the source that may not be in the copy as they are, in file order. */
    private readonly doubtful: readonly Node[],
    private readonly ids: FreshIds,
  ) {}

  takeLong(): void {
    this.isEqual = false;
  }

  takeWindow({ bytes, end, byte }: Window): void {
    this.seen += end;
    let from = 0;
    for (let node = this.doubtful[this.at]; node && node.place.byte < byte + end; node = this.doubtful[++this.at]) {
      const start = node.place.byte - byte;
      if (isRequestRecord(bytes, start)) {
        this.compare(bytes, from, start);
        from = start + node.place.length;
        this.left++;
      } else if (namesIdInThought(bytes, start, start + node.place.length, this.ids)) this.isEqual = false;
    }
    this.compare(bytes, from, end);
  }

  private compare(bytes: Buffer, start: number, end: number): void {
    if (!this.isEqual || start === end) return;
    if (this.back.length < end - start) this.back = Buffer.allocUnsafe(end - start);
    const own = this.back.subarray(0, end - start);
    this.isEqual = readFully(this.fd, own) && this.ids.standFor(own, bytes.subarray(start, end));
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

function isAtEnd(fd: number): boolean {
  return readSync(fd, Buffer.alloc(1)) === 0;
}
