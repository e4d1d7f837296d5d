import type { SessionFile } from '@unspool/session';
import { listOpenFiles, livenessOf, type OpenFiles } from '@unspool/session/write';
import type { SessionEvent } from '../hook/export-session.js';

/** From a list, or a file with the time it was written. */
export type BackfillSession = SessionFile | Pick<SessionFile, 'file' | 'mtimeMs'>;

/** Asking who has a session open takes longer than reading most of them: it is asked only of what was used lately. */
const LATELY_MS = 24 * 3_600_000;
/** What was open so long ago still counts. Who opens a file later than that and is at work also writes to it. */
const LOOK_MS = 2000;

/** What a backfill knows of each session beside its file: it has ended, unless somebody may be at work on it. */
export class SessionEvents {
  private look: { at: number; openFiles: OpenFiles } | undefined;

  constructor(private readonly now: () => number) {}

  of({ file, mtimeMs }: BackfillSession): SessionEvent {
    const now = this.now();
    const isLive = now - mtimeMs < LATELY_MS && livenessOf(file, { now, openFiles: this.openFiles(now) }).isLive;
    return isLive ? {} : { isEnded: true, isQuiet: true };
  }

  /** Of all processes at once: to go through them for each session would take longer than all else. */
  private openFiles(now: number): OpenFiles {
    if (!this.look || Math.abs(now - this.look.at) > LOOK_MS) this.look = { at: now, openFiles: listOpenFiles() };
    return this.look.openFiles;
  }
}
