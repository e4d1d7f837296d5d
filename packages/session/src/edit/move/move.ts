import { chmodSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkFile, type FileCheck } from '../../check.js';
import { type ShownVerdict, shownVerdict } from '../../verdict-text.js';
import { stampOf } from '../../write/file-stamp.js';
import { writeNewFile } from '../../write/new-file.js';
import { moveDraftName, sweepOldDrafts } from '../../write/old-drafts.js';
import type { Sink } from '../../write/sink.js';
import { type FileDraft, makeNotedFolder, removeEmpty } from '../file-changes.js';
import type { Journal } from '../journal.js';
import type { JournalEntry } from '../journal-entry.js';
import { changedRecords } from './client-records.js';
import { countOfMoved } from './moved-sessions.js';
import { PathRewriter } from './path-rewriter.js';
import type { MovedFile, MovePlan } from './plan-move.js';
import { rewriteFile } from './rewrite-file.js';

/** The effect of a move, for a dry run and afterwards. */
export interface MoveOutcome {
  sessions: { sessionId: string; resumes: boolean; reasons: FileCheck['reasons']; verdict: ShownVerdict }[];
  files: number;
  /** How many paths were changed in all files. */
  replacements: number;
  /** The client's own lists that change with the sessions. */
  records: string[];
}

/** What a move did, or which session it would have damaged. */
export type Moved =
  | { kind: 'moved'; outcome: MoveOutcome; entry: JournalEntry }
  /** A session would be worse than before; nothing was written. */
  | { kind: 'refused'; sessionId: string; check: FileCheck };

/** Options of `applyMove`. */
export interface MoveOptions {
  mode: 'move' | 'copy';
  journal: Journal;
  /** ISO time. */
  at: string;
}

/** A dry run: writes every new file into `scratch`, checks it and removes it. */
export function rehearseMove(plan: MovePlan, mode: 'move' | 'copy', scratch: string): MoveOutcome | Moved {
  const rewriter = new PathRewriter(plan.rules);
  const outcome: MoveOutcome = emptyOutcome(plan, mode);
  for (const file of plan.files) {
    const draft = join(scratch, basename(file.from));
    try {
      writeNewFile(draft, (sink) => rewriteFile(file.from, rewriter, sink));
      const worse = judge(plan, file, draft, outcome);
      if (worse) return worse;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return { ...outcome, replacements: rewriter.count };
}

/**
 * Moves or copies sessions with all their files. Writes, reads back and checks all new files before any of them becomes
 * visible, and removes the old ones last. The journal records all of it as one entry.
 */
export function applyMove(plan: MovePlan, { mode, journal, at }: MoveOptions): Moved {
  const rewriter = new PathRewriter(plan.rules);
  const outcome = emptyOutcome(plan, mode);
  const made: string[] = [];
  const drafts: FileDraft[] = [];
  const removals: FileDraft[] = [];
  let isDone = false;
  for (const folder of new Set(plan.files.map((file) => dirname(file.to)))) sweepOldDrafts(folder, Date.parse(at));
  try {
    for (const file of plan.files) {
      const expected = expectedAt(file.from);
      const draft = draftFile(file.to, drafts.length, made, (sink) => rewriteFile(file.from, rewriter, sink));
      if (file.from === file.to) drafts.push({ file: file.to, draft, ...expected });
      else drafts.push({ file: file.to, draft });
      if (mode === 'move' && file.from !== file.to && !file.stays) removals.push({ file: file.from, ...expected });
      copyTimes(file.from, draft);
      const worse = judge(plan, file, draft, outcome);
      if (worse) return worse;
    }
    for (const removal of removals) drafts.push(removal);
    for (const { file, write, ifChanged } of changedRecords(plan, mode)) {
      const expected = expectedAt(file);
      const draft = write && { draft: draftFile(file, drafts.length, made, write) };
      drafts.push({ file, ifChanged, ...draft, ...expected });
    }
    const main = plan.files[0]?.to ?? plan.to;
    const entry = journal.change({ at, what: whatOf(plan, mode), file: main }, { drafts, folders: made });
    isDone = true;
    if (mode === 'move') removeEmpty(foldersOf(plan.files));
    return { kind: 'moved', outcome: { ...outcome, replacements: rewriter.count }, entry };
  } finally {
    if (!isDone) {
      for (const { draft } of drafts) if (draft !== undefined) rmSync(draft, { force: true });
      removeEmpty(made);
    }
  }
}

function emptyOutcome(plan: MovePlan, mode: 'move' | 'copy'): MoveOutcome {
  const records = changedRecords(plan, mode).map((record) => record.file);
  return { sessions: [], files: plan.files.length, replacements: 0, records };
}

/** A session must be as good as before. One that could not be resumed before may still be moved. */
function judge(plan: MovePlan, file: MovedFile, draft: string, outcome: MoveOutcome): Moved | undefined {
  const session = plan.sessions.find((each) => each.hasMain && each.main === file.from);
  if (!session) return undefined;
  const { sessionId } = session;
  const before = checkFile(file.from, { sessionId });
  const check = checkFile(draft, { sessionId });
  outcome.sessions.push({ sessionId, resumes: check.resumes, reasons: check.reasons, verdict: shownVerdict(check) });
  const isAsGood =
    check.roundTrip &&
    check.resumes === before.resumes &&
    check.lines.total === before.lines.total &&
    check.lines.read === before.lines.read;
  return isAsGood ? undefined : { kind: 'refused', sessionId, check: { ...check, file: file.from } };
}

function draftFile(file: string, number: number, made: string[], write: (sink: Sink) => void): string {
  makeNotedFolder(dirname(file), made);
  const draft = join(dirname(file), moveDraftName(number));
  rmSync(draft, { force: true });
  writeNewFile(draft, write);
  return draft;
}

/** The client lists sessions by file time, and a move must not make one newer. */
function copyTimes(from: string, to: string): void {
  const { atime, mtime, mode } = statSync(from);
  chmodSync(to, mode & 0o777);
  utimesSync(to, atime, mtime);
}

function expectedAt(file: string): Pick<FileDraft, 'expected'> {
  const expected = stampOf(file);
  return expected ? { expected } : {};
}

/** Returns every folder that a file was moved from, up to the project's. */
function foldersOf(files: readonly MovedFile[]): string[] {
  const folders = new Set<string>();
  for (const { from, to } of files) {
    if (from === to) continue;
    for (
      let folder = dirname(from);
      basename(folder) !== 'projects' && !folders.has(folder);
      folder = dirname(folder)
    ) {
      folders.add(folder);
    }
  }
  return [...folders];
}

function whatOf(plan: MovePlan, mode: 'move' | 'copy'): string {
  return `${mode} ${countOfMoved(plan)} from ${plan.from} to ${plan.to}`;
}
