import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortId } from '@unspool/session/show';
import { type Collected, type Pushed, Queue, waitingBytes, withLock } from '@unspool/team';
import type { Io } from '../io.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { joinedTeam } from './as-user.js';
import { collectAll, collectAndPush, lockFile, queueOf } from './collecting.js';
import { pushQuietly } from './push-quietly.js';

export interface PushOptions {
  dryRun?: boolean;
  json?: boolean;
  /** For hooks: prints nothing, and does not fail if the service does not answer. */
  quiet?: boolean;
}

/** Queues what is shared, and sends it. */
export async function push(options: PushOptions, io: Io): Promise<number> {
  if (options.dryRun) return plan(options, io);
  if (options.quiet) {
    await pushQuietly(io);
    return 0;
  }
  const { redacted, pushed } = await withLock(lockFile(io), () => collectAndPush(io));
  if (options.json) io.out(`${JSON.stringify({ ...pushed, redacted }, null, 2)}\n`);
  else report(pushed, redacted, io);
  return pushed.problems.length > 0 ? 1 : 0;
}

function report(pushed: Pushed, redacted: number, io: Io): void {
  io.out(
    pushed.sessions + pushed.withdrawn === 0
      ? 'Everything is up to date.\n'
      : `Pushed ${plural(pushed.sessions, 'session')}, ${shortSize(pushed.bytes)}.\n`,
  );
  if (redacted > 0) io.out(`Replaced ${plural(redacted, 'secret')} before anything was sent.\n`);
  if (pushed.withdrawn > 0) io.out(`Withdrew ${plural(pushed.withdrawn, 'session')}.\n`);
  for (const { sessionId, message } of pushed.problems)
    io.err(`${shortId(sessionId)} was not pushed: ${safeLine(message)}\n`);
}

/** Does everything that a push does, but in a copy of the queue that is not sent. */
function plan({ json }: PushOptions, io: Io): number {
  const { membership } = joinedTeam(io);
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-team-'));
  try {
    const real = queueOf(io);
    const folder = join(scratch, 'queue');
    if (existsSync(real.folder)) cpSync(real.folder, folder, { recursive: true });
    const queue = new Queue(folder);
    const collected = new Map(collectAll(membership, queue, io).map((each) => [each.session.sessionId, each]));
    const rows = queue.all().flatMap((session) => planned(session, collected.get(session.sessionId)));
    if (json) io.out(`${JSON.stringify(rows, null, 2)}\n`);
    else if (rows.length === 0) io.out('Nothing would be sent.\n');
    else printPlan(rows, io);
    io.err('Nothing was sent: this was a dry run.\n');
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface PlannedRow {
  sessionId: string;
  as: string;
  files: number;
  bytes: number;
  redacted: number;
  /** Files that are not shared because they cannot be searched for secrets. */
  left: string[];
  problem?: string;
}

function planned(session: ReturnType<Queue['all']>[number], collected: Collected | undefined): PlannedRow[] {
  const { sessionId, visibility, isLeaving, isWithdrawn, files, left, problem } = session;
  if (isWithdrawn) return [];
  const bytes = isLeaving ? 0 : waitingBytes(session);
  if (!isLeaving && bytes === 0 && problem === undefined) return [];
  const as = isLeaving ? 'withdraw' : visibility;
  const redacted = collected?.redacted ?? 0;
  return [
    {
      sessionId,
      as,
      files: Object.keys(files).length,
      bytes,
      redacted,
      left,
      ...(problem !== undefined && { problem }),
    },
  ];
}

function printPlan(rows: readonly PlannedRow[], io: Io): void {
  const columns = [
    { head: 'session' },
    { head: 'as' },
    { head: 'files', isRight: true },
    { head: 'size', isRight: true },
    { head: 'secrets replaced', isRight: true },
    { head: '', isFlexible: true },
  ];
  const cells = rows.map(({ sessionId, as, files, bytes, redacted, left, problem }) => [
    shortId(sessionId),
    as,
    String(files),
    shortSize(bytes),
    String(redacted),
    problem
      ? `not sent: ${safeLine(problem)}`
      : left.length > 0
        ? `${plural(left.length, 'binary file')} left out`
        : '',
  ]);
  io.out(table(columns, cells, io.columns));
}
