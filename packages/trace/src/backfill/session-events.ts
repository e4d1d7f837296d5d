import type { SessionFile } from '@unspool/session';
import { listOpenFiles, livenessOf, type OpenFiles } from '@unspool/session/write';
import type { SessionEvent } from '../hook/export-session.js';

/** A listed session, or a file with its modification time. */
export type BackfillSession = SessionFile | Pick<SessionFile, 'file' | 'mtimeMs'>;

/** Finding out whether a process has a session open is slow, so it is done only for recently used sessions. */
const LATELY_MS = 24 * 3_600_000;
/** How long a list of open files is used. A process that opens a session later also writes to it soon. */
const LOOK_MS = 2000;

/** Decides for each session of a backfill whether it has ended: yes, unless a process may be using it. */
export class SessionEvents {
  private look: { at: number; openFiles: OpenFiles } | undefined;

  constructor(private readonly now: () => number) {}

  of({ file, mtimeMs }: BackfillSession): SessionEvent {
    const now = this.now();
    const isLive = now - mtimeMs < LATELY_MS && livenessOf(file, { now, openFiles: this.openFiles(now) }).isLive;
    return isLive ? {} : { isEnded: true, isQuiet: true };
  }

  /** Lists the open files of all processes once, since doing so for each session would take longer than the backfill. */
  private openFiles(now: number): OpenFiles {
    if (!this.look || Math.abs(now - this.look.at) > LOOK_MS) this.look = { at: now, openFiles: listOpenFiles() };
    return this.look.openFiles;
  }
}
