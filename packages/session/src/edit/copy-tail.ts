import { closeSync, openSync, readSync } from 'node:fs';
import type { LineCounts } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import { windowsIn } from '../outline/windows.js';
import { atOnce, PlainFile } from '../write/open-file.js';
import type { LateIds } from './copied-stretches.js';
import { Copier } from './copier.js';
import type { GraphFacts } from './copy-graph.js';
import { KernelIds } from './kernel-ids.js';

/** Asks for the lines of a session from a byte on. */
export interface TailOrder {
  file: string;
  /** Is there already, and somebody else writes what stands before. */
  draft: string;
  from: number;
  /** What new ids are made with. */
  key: string;
  sessionId: string;
}

/** What is known of them when they are copied and proven. Plain data, for another thread. */
export interface CopiedTail {
  ids: { digits: Uint8Array; kinds: Uint8Array };
  graph: GraphFacts;
  late: LateIds;
  lines: LineCounts;
  size: number;
  left: number;
}

/** Copies the lines of a session from a byte on to the same place. Undefined when they have to be copied with more care. */
export function copyTail({ file, draft, from, key, sessionId }: TailOrder): CopiedTail | undefined {
  const fd = openSync(draft, 'r+');
  try {
    const ids = new KernelIds(key, sessionId);
    const copier = new Copier(ids, new PlainFile(fd, from), from);
    for (const found of windowsIn(file, lineLimit({}), copier.kernel, { from })) {
      if ('bytes' in found) atOnce(copier.takeWindow(found));
      else copier.takeLong();
      if (!copier.isPlain) return undefined;
    }
    // Their lines would have to be counted on from those before.
    if (!atOnce(copier.finish()) || copier.builder.problems.length > 0) return undefined;
    const { lines, size } = copier.builder;
    const { left, copies, graph } = copier;
    return { ids: ids.kernel.known(), graph: graph.facts(), late: copies.late(), lines, size, left };
  } finally {
    closeSync(fd);
  }
}

/** A bit more than a half: whoever copies the tail has to begin first. */
const HEAD = 0.56;
const LOOK = 64 * 1024;
const LINE_FEED = 10;

/** Where a tail may begin: the end of a line near the middle of the file. Undefined when lines are very long there. */
export function tailOf(file: string, size: number): number | undefined {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(LOOK);
    const middle = Math.floor(size * HEAD);
    for (let at = middle; at < middle + 16 * LOOK; at += LOOK) {
      const newline = bytes.subarray(0, readSync(fd, bytes, 0, LOOK, at)).indexOf(LINE_FEED);
      if (newline >= 0) return at + newline + 1;
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}
