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
  /** Lines with unreadable bytes. */
  damagedLines: number;
  /** What `repair` finds, by kind. */
  faults: Partial<Record<RepairKind, number>>;
  lines: LineCounts;
  /** Whether writing back what was read gives the same bytes. */
  roundTrip: boolean;
  /** The first problem of each kind; `problemCounts` counts all of them. */
  problems: LineProblem[];
  problemCounts: Partial<Record<LineProblemKind, number>>;
  /** What this version does not recognise in the file. */
  unknown: Drift;
}

/** The part of a `FileCheck` that proves an edit. */
export type Soundness = Omit<FileCheck, 'unknown' | 'messages' | 'damagedLines' | 'faults'>;

export interface SoundnessOptions extends OpenOptions {
  /**
   * The session that was edited, opened only when needed. The result must send something, unless this session sent
   * nothing either.
   */
  edited?: () => Session;
}

/**
 * Reads a file that we wrote and reports whether it is sound. Gives the same answers as `checkFile`, except those that
 * only concern the source: how much of it resumes, and what this version does not recognise.
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
    // Each line is a range of the file's bytes and begins where the previous one ended.
    roundTrip: builder.size === statSync(file).size,
    problems: builder.problems,
    problemCounts: builder.problemCounts,
  };
}

/**
 * Checks a file: whether and how much of it the client resumes, what is damaged, and what this version does not
 * recognise. Memory use is bounded.
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

/** Copies a line that is too long for memory from the file. */
function copyLong(file: string, byte: number, length: number, sink: { update(bytes: Uint8Array): unknown }): void {
  for (let at = 0; at < length; at += PIECE) sink.update(readRange(file, byte + at, Math.min(PIECE, length - at)));
}
