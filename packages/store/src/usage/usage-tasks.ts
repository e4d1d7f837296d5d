import { UsageScanner } from '@unspool/session';
import { rankOf } from './reply-rank.js';
import { type GivenReplies, ReplyTable } from './reply-table.js';

/** A file to be read for its usage. */
export interface UsageFile {
  file: string;
  /** Position of its session among all, ordered by id. */
  session: number;
  isAgent: boolean;
  size: number;
}

/** Files to be read for their usage; several threads may share in it. */
export interface UsageTasks {
  files: readonly UsageFile[];
  /** Which to take first: the largest, so that none is left alone with one at the end. */
  order: readonly number[];
  /** The next place in `order`, shared by all who take. */
  next: Int32Array;
  /** Of each file: 1 when the thread that helps took it. */
  isHelped: Int32Array;
}

/** What a thread has read. */
export interface UsageShare {
  table: ReplyTable;
  problems: UsageProblem[];
}

export interface UsageProblem {
  file: string;
  message: string;
}

/** A share on its way to another thread. */
export interface GivenShare {
  replies: GivenReplies;
  problems: UsageProblem[];
}

export function usageTasks(files: readonly UsageFile[]): UsageTasks {
  const shared = (length: number) => new Int32Array(new SharedArrayBuffer(Math.max(1, length) * 4));
  const order = files.map((_, at) => at).sort((a, b) => (files[b]?.size ?? 0) - (files[a]?.size ?? 0));
  return { files, order, next: shared(1), isHelped: shared(files.length) };
}

/** Takes files until none is left. */
export function takeFiles(tasks: UsageTasks, onFile: (taken: number) => void = nothing): UsageShare {
  return take(tasks, onFile, nothing);
}

/** The same in a thread that helps. What is large in it need not be copied on its way. */
export function takeForOther(tasks: UsageTasks, send: (share: GivenShare, large: ArrayBuffer[]) => void): void {
  const { table, problems } = take(tasks, nothing, (at) => Atomics.store(tasks.isHelped, at, 1));
  const replies = table.give();
  send(
    { replies, problems },
    Object.values(replies.columns).map((column) => column.buffer),
  );
}

/** Puts together what two threads have read. What a helper took that never answered is read again. */
export function joined(tasks: UsageTasks, own: UsageShare, other: GivenShare | undefined): UsageShare {
  if (other) {
    own.table.join(other.replies);
    own.problems.push(...other.problems);
    return own;
  }
  const reader = new Reader(own);
  tasks.files.forEach((file, at) => {
    if (Atomics.load(tasks.isHelped, at) === 1) reader.read(file, at);
  });
  return own;
}

const nothing = () => undefined;

function take(tasks: UsageTasks, onFile: (taken: number) => void, onTake: (at: number) => void): UsageShare {
  const share: UsageShare = { table: new ReplyTable(), problems: [] };
  const reader = new Reader(share);
  for (;;) {
    const taken = Atomics.add(tasks.next, 0, 1);
    const at = tasks.order[taken];
    const file = at === undefined ? undefined : tasks.files[at];
    if (at === undefined || !file) return share;
    onTake(at);
    reader.read(file, at);
    onFile(taken + 1);
  }
}

class Reader {
  private readonly scanner = new UsageScanner();

  constructor(private readonly share: UsageShare) {}

  /** `order` of a file is its place among all, whoever reads it and when. */
  read({ file, session, isAgent }: UsageFile, order: number): void {
    const { table, problems } = this.share;
    try {
      this.scanner.scan(file, (record, byte) => {
        const { isForked, isEmbedded } = record;
        const place = { session, isAgent: isAgent || record.isSidechain, isForked, isEmbedded };
        table.add(record.key ?? `${file}:${byte}`, record, rankOf(place), order);
      });
    } catch (error) {
      problems.push({ file, message: error instanceof Error ? error.message : String(error) });
    }
  }
}
