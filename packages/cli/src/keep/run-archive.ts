import type { ConfigFolder, SessionFile } from '@unspool/session';
import { leadsOut } from '@unspool/session/locate';
import { archiveFolder, archiveSession, DamagedArchive, removeOldDrafts, sizeOf } from '@unspool/store';
import type { Io } from '../io.js';
import { fullDisk } from '../not-writable.js';
import { shortDuration, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';

export interface WantedSession {
  session: SessionFile;
  config: ConfigFolder;
}

export interface ArchiveRun {
  archived: { sessionId: string; file: string; archive: string; size: number; archiveSize: number }[];
  unchanged: number;
  failed: { sessionId: string; file: string; reason: string }[];
  /** Not processed: time ran out, or the disk is full. */
  left: WantedSession[];
}

export interface RunOptions {
  /** Stops after this long. A session that would take longer than the remaining time is not started. */
  budgetMs?: number;
}

/** Bytes that a slow machine packs, verifies and writes in a millisecond. */
const BYTES_PER_MS = 40_000;

/** Archives sessions one after another. A failure is reported and does not stop the others. */
export function runArchive(wanted: readonly WantedSession[], options: RunOptions, io: Io): ArchiveRun {
  const steps = archiveInSteps(wanted, options, io);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export interface ArchiveStep {
  /** How many have been archived. */
  archived: number;
  /** The size of the next session. */
  size: number;
}

/** The same as a generator that yields before each session. A caller may stop at any point; finished archives are kept. */
export function* archiveInSteps(
  wanted: readonly WantedSession[],
  options: RunOptions,
  io: Io,
): Generator<ArchiveStep, ArchiveRun> {
  const folder = archiveFolder(io);
  const run: ArchiveRun = { archived: [], unchanged: 0, failed: [], left: [] };
  const started = performance.now();
  const budget = options.budgetMs ?? Number.POSITIVE_INFINITY;
  const line = new ArchiveLine(wanted, io);
  let isFull = false;
  removeOldDrafts(folder, io.now);
  try {
    for (const each of wanted) {
      const { session, config } = each;
      const time = budget - (performance.now() - started);
      if (isFull || sizeOf(session) / BYTES_PER_MS > time) {
        run.left.push(each);
        continue;
      }
      const link = linkOutOf(each);
      if (link !== undefined) {
        const reason = `${link} is a link that leads out of the config folder`;
        run.failed.push({ sessionId: session.sessionId, file: session.file, reason });
        continue;
      }
      yield { archived: run.archived.length, size: sizeOf(session) };
      try {
        const result = archiveSession(session, config, { folder, now: io.now, onBytes: (count) => line.add(count) });
        if (result.kind !== 'archived') run.unchanged++;
        else {
          const { path, index, size: archiveSize } = result;
          const size = index.files.reduce((sum, file) => sum + file.size, 0);
          run.archived.push({ sessionId: session.sessionId, file: session.file, archive: path, size, archiveSize });
          for (const note of result.notes) io.err(`  ${safeLine(note)}\n`);
        }
      } catch (error) {
        const full = fullDisk(error);
        const reason = full ? full.message.replaceAll('\n ', '') : reasonOf(error);
        if (reason === undefined) throw error;
        isFull = full !== undefined;
        run.failed.push({ sessionId: session.sessionId, file: session.file, reason });
      }
      line.done(session);
    }
  } finally {
    line.clear();
    for (const { file, reason } of run.failed) io.err(`${safeLine(file)}: not archived: ${safeLine(reason)}\n`);
  }
  return run;
}

/** A link in place of a transcript may lead to any file of the user's, so its target is not archived. */
function linkOutOf({ session, config }: WantedSession): string | undefined {
  const { file, agentFiles } = session;
  const files = [file, ...agentFiles.flatMap((agent) => [agent.file, agent.metaFile ?? []].flat())];
  return files.find((each) => leadsOut(each, config.folder));
}

/** The reason if the system or the files caused the error; undefined if it is a bug of ours. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
  const isOfTheFiles = error instanceof DamagedArchive || /became shorter/.test(error.message);
  return code !== undefined || isOfTheFiles ? error.message : undefined;
}

const SHOW_AFTER_MS = 700;
const EVERY_MS = 150;

class ArchiveLine {
  private readonly started = performance.now();
  private readonly total: number;
  private shown = 0;
  private bytes = 0;
  private finished = 0;
  private count = 0;

  constructor(
    private readonly wanted: readonly WantedSession[],
    private readonly io: Io,
  ) {
    this.total = wanted.reduce((sum, { session }) => sum + sizeOf(session), 0);
  }

  add(count: number): void {
    this.bytes += count;
    this.show();
  }

  /** Unchanged sessions are not read. */
  done(session: SessionFile): void {
    this.finished += sizeOf(session);
    this.bytes = this.finished;
    this.count++;
    this.show();
  }

  clear(): void {
    if (this.shown > 0) this.io.err('\r\u001b[K');
  }

  private show(): void {
    const now = performance.now();
    if (this.io.columns === undefined || now - this.started < SHOW_AFTER_MS || now - this.shown < EVERY_MS) return;
    this.shown = now;
    const left = this.bytes > 0 ? ((now - this.started) / this.bytes) * Math.max(0, this.total - this.bytes) : 0;
    const sizes = `${shortSize(Math.min(this.bytes, this.total))} of ${shortSize(this.total)}`;
    const counts = `${this.count} of ${this.wanted.length} sessions`;
    this.io.err(`\r\u001b[KArchiving ${counts}, ${sizes}, ${shortDuration(left)} left`);
  }
}
