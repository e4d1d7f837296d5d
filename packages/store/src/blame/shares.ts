import type { WrittenCommit } from './blame.js';
import type { Writer } from './find-writers.js';
import { hashOfLine } from './line-hash.js';

/** A session's share of a commit. */
export interface Share {
  /** Its last call that wrote any of the lines. */
  writer: Writer;
  turns: number[];
  lines: number;
  /** Number of lines that can be identified. */
  share: number;
}

/** The sessions that wrote a commit, largest share first. */
export function sharesOf(commit: WrittenCommit): Share[] {
  const total = significantLines(commit);
  const bySession = new Map<string, Share>();
  for (const writer of commit.writers) {
    if (!writer) continue;
    const share = bySession.get(writer.sessionId) ?? { writer, turns: [], lines: 0, share: 0 };
    bySession.set(writer.sessionId, share);
    share.lines++;
    if (!share.turns.includes(writer.turn)) share.turns.push(writer.turn);
    if ((writer.time ?? 0) > (share.writer.time ?? 0)) share.writer = writer;
  }
  for (const share of bySession.values()) {
    share.share = share.lines / total;
    share.turns.sort((a, b) => a - b);
  }
  return [...bySession.values()].sort((a, b) => b.lines - a.lines);
}

export function significantLines(commit: WrittenCommit): number {
  return commit.added.filter(({ text }, at) => commit.writers[at] !== undefined || hashOfLine(text) !== undefined)
    .length;
}
