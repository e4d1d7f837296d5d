import { judgeFile, type ResumeVerdict } from '@unspool/session/resume';
import { databaseFile, hasStore, type JudgedFile, keepVerdicts, knownVerdicts } from '@unspool/store';
import { UnwritableIndex } from '../index/unwritable-index.js';
import { withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { Progress } from '../terminal/progress.js';

/** How much of each session resumes, by its file. A session that cannot be read has none. */
export type Verdicts = ReadonlyMap<string, ResumeVerdict>;

/** Takes verdicts from the index if they are current, and judges the other sessions. */
export async function verdictsOf(sessions: readonly JudgedFile[], io: Io): Promise<Verdicts> {
  if (!hasStore(databaseFile(io))) return judged(sessions, io);
  try {
    return await withIndex(io, (database) => {
      const verdictOf = knownVerdicts(database);
      const known = new Map<string, ResumeVerdict>();
      for (const session of sessions) {
        const verdict = verdictOf(session);
        if (verdict) known.set(session.file, verdict);
      }
      const fresh = judged(
        sessions.filter(({ file }) => !known.has(file)),
        io,
      );
      const kept = sessions.flatMap((session): [JudgedFile, ResumeVerdict][] => {
        const verdict = fresh.get(session.file);
        return verdict ? [[session, verdict]] : [];
      });
      if (kept.length > 0) keepVerdicts(database, kept);
      return new Map([...known, ...fresh]);
    });
  } catch (error) {
    if (!(error instanceof UnwritableIndex)) throw error;
    return judged(sessions, io);
  }
}

function judged(sessions: readonly JudgedFile[], io: Io): Map<string, ResumeVerdict> {
  const verdicts = new Map<string, ResumeVerdict>();
  const progress = new Progress('Checking what resumes', sessions.length, io);
  for (const { file } of sessions) {
    const verdict = judgeFile(file);
    if (verdict) verdicts.set(file, verdict);
    progress.step();
  }
  progress.clear();
  return verdicts;
}
