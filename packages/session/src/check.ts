import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { RepairKind } from './edit/repair/finding.js';
import { type Drift, DriftReport } from './format/drift.js';
import type { Entry } from './format/entry.js';
import { judgeResume, type MessageCounts } from './judge-resume.js';
import { type OpenOptions, readNodes, sessionFromBuilder } from './model/open-session.js';
import { type LineCounts, type Session, SessionBuilder } from './model/session.js';
import type { Line, LineProblem, LineProblemKind } from './read/line.js';
import { readChunks, readRange } from './read/read-lines.js';
import { LineSplitter } from './read/split.js';
import { planResume, type Reason } from './resume/resume.js';
import { sendsNothing } from './resume/sends-nothing.js';

/** Everything `checkFile` finds out about a file. */
export interface FileCheck {
  file: string;
  /** Whether the client would resume it. */
  resumes: boolean;
  reasons: Reason[];
  /** How much of the conversation it would take. */
  messages: MessageCounts;
  /** Lines with bytes that cannot be read. */
  damagedLines: number;
  /** What `repair` finds, by kind. */
  faults: Partial<Record<RepairKind, number>>;
  lines: LineCounts;
  /** Whether writing back what was read gives the same bytes. */
  roundTrip: boolean;
  /** The first of each kind; `problemCounts` has them all. */
  problems: LineProblem[];
  problemCounts: Partial<Record<LineProblemKind, number>>;
  /** What the file has that this version does not know. */
  unknown: Drift;
}

/** The part of a `FileCheck` that proves an edit. */
export type Soundness = Omit<FileCheck, 'unknown' | 'messages' | 'damagedLines' | 'faults'>;

export interface SoundnessOptions extends OpenOptions {
  /** The session that was edited, asked for only where it is needed. Unless it sent nothing either, the result must send something. */
  edited?: () => Session;
}

/**
 * Reads a file that we wrote, and tells whether it is sound. The same answers as `checkFile`, without what only
 * the source is asked: how much of it resumes, and what this version does not know.
 */
export function checkSoundness(file: string, options: SoundnessOptions = {}): Soundness {
  const builder = new SessionBuilder('graph');
  readNodes(file, builder, { ...options, thorough: true });
  const session = sessionFromBuilder(file, builder, options);
  const plan = planResume(session);
  const { chain, reasons } = plan;
  const isEmpty = options.edited !== undefined && sendsNothing(session, plan) && !sendsNothing(options.edited());
  return {
    file,
    resumes: chain !== undefined && !isEmpty,
    reasons: isEmpty ? [{ kind: 'no_conversation', message: 'nothing would be left to send' }] : reasons,
    lines: builder.lines,
    // Each line is a range of the file's bytes that begins where the one before it ended.
    roundTrip: builder.size === statSync(file).size,
    problems: builder.problems,
    problemCounts: builder.problemCounts,
  };
}

/**
 * Checks a file: whether the client resumes it and how much of it, what is damaged, and what this version does not know.
 * Works in bounded memory.
 */
export function checkFile(file: string, options: OpenOptions = {}): FileCheck {
  const builder = new SessionBuilder('graph');
  const drift = new DriftReport();
  const splitter = new LineSplitter({ ...options, thorough: true });
  const original = createHash('sha1');
  const written = createHash('sha1');
  const take = (lines: Iterable<Line>): void => {
    for (const line of lines) {
      builder.add(line);
      for (const object of line.objects) drift.add(object as Entry);
      if (line.bytes) written.update(line.bytes);
      else copyLong(file, line.byte, line.length, written);
    }
  };
  for (const chunk of readChunks(file, options.chunkBytes)) {
    original.update(chunk);
    take(splitter.push(chunk));
  }
  take(splitter.end());
  const session = sessionFromBuilder(file, builder, options);
  return {
    file,
    ...judgeResume(session, file),
    lines: builder.lines,
    roundTrip: original.digest('hex') === written.digest('hex'),
    problems: builder.problems,
    problemCounts: builder.problemCounts,
    unknown: drift.drift,
  };
}

const PIECE = 1024 * 1024;

/** A line too long to be held is written back from its place in the file. */
function copyLong(file: string, byte: number, length: number, sink: { update(bytes: Uint8Array): unknown }): void {
  for (let at = 0; at < length; at += PIECE) sink.update(readRange(file, byte + at, Math.min(PIECE, length - at)));
}
