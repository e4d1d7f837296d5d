import { forEachUsage, type UsageRecord } from '@unspool/session';
import type { FileRange } from '@unspool/session/read';
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

/** What is read at a time: a file, or some of one that is large. */
export interface UsagePart extends UsageFile, FileRange {}

/** Files to be read for their usage; several threads may share in it. */
export interface UsageTasks {
  parts: readonly UsagePart[];
  /** Which to take first: the largest, so that none is left alone with one at the end. */
  order: readonly number[];
  /** The next place in `order`, shared by all who take. */
  next: Int32Array;
  /** Of each part: 1 when the thread that helps took it. */
  isHelped: Int32Array;
}

/** What a thread has read. */
export interface UsageShare {
  replies: ReplyTable;
  problems: UsageProblem[];
  /** How many parts. */
  taken: number;
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

/** Files larger than two of these are read in parts of this size. */
const PART = 8 * 1024 * 1024;

export function usageTasks(files: readonly UsageFile[], partSize = PART): UsageTasks {
  const shared = (length: number) => new Int32Array(new SharedArrayBuffer(Math.max(1, length) * 4));
  const parts = files.flatMap((file) => partsOf(file, partSize));
  const order = parts.map((_, at) => at).sort((a, b) => (parts[b]?.size ?? 0) - (parts[a]?.size ?? 0));
  return { parts, order, next: shared(1), isHelped: shared(parts.length) };
}

/** The last one goes to the end of the file, wherever that is by then. */
function partsOf(file: UsageFile, partSize: number): UsagePart[] {
  const count = Math.max(1, Math.floor(file.size / partSize));
  return Array.from({ length: count }, (_, at) => {
    const isLast = at === count - 1;
    const from = at * partSize;
    const to = isLast ? Number.POSITIVE_INFINITY : from + partSize;
    return { ...file, size: isLast ? file.size - from : partSize, from, to };
  });
}

/** Takes parts until none is left. */
export function takeParts(tasks: UsageTasks, onPart: (taken: number) => void = nothing): UsageShare {
  return take(tasks, onPart, nothing);
}

/** Whether the thread that helps has any part of it. To be asked when all are taken. */
export function hasHelped(tasks: UsageTasks, own: UsageShare): boolean {
  return own.taken < tasks.parts.length;
}

/** The same in a thread that helps. What is large in it need not be copied on its way. */
export function takeForOther(tasks: UsageTasks, send: (share: GivenShare, large: ArrayBuffer[]) => void): void {
  const share = take(tasks, nothing, (at) => Atomics.store(tasks.isHelped, at, 1));
  const replies = share.replies.give();
  send(
    { replies, problems: share.problems },
    Object.values(replies.columns).map((column) => column.buffer),
  );
}

/** Puts together what two threads have read. What a helper took that never answered is read again. */
export function joined(tasks: UsageTasks, own: UsageShare, other: GivenShare | undefined): UsageShare {
  if (other) {
    own.replies.join(other.replies);
    for (const problem of other.problems) note(problem, own.problems);
    return own;
  }
  tasks.parts.forEach((part, at) => {
    if (Atomics.load(tasks.isHelped, at) === 1) read(part, at, own);
  });
  return own;
}

const nothing = () => undefined;

function take(tasks: UsageTasks, onPart: (taken: number) => void, onTake: (at: number) => void): UsageShare {
  const share: UsageShare = { replies: new ReplyTable(), problems: [], taken: 0 };
  for (;;) {
    const taken = Atomics.add(tasks.next, 0, 1);
    const at = tasks.order[taken];
    const part = at === undefined ? undefined : tasks.parts[at];
    if (at === undefined || !part) return share;
    onTake(at);
    share.taken++;
    read(part, at, share);
    onPart(taken + 1);
  }
}

/** `order` of a part is its place among all, whoever reads it and when. */
function read({ file, session, isAgent, from, to }: UsagePart, order: number, share: UsageShare): void {
  const { replies, problems } = share;
  const take = (record: UsageRecord, byte: number): void => {
    const { isForked, isEmbedded } = record;
    const place = { session, isAgent: isAgent || record.isSidechain, isForked, isEmbedded };
    replies.add(record.key ?? `${file}:${byte}`, record, { rank: rankOf(place), order });
  };
  try {
    forEachUsage(file, take, { from, to });
  } catch (error) {
    note({ file, message: error instanceof Error ? error.message : String(error) }, problems);
  }
}

/** A file that cannot be read is told once, however many parts it has. */
function note(problem: UsageProblem, problems: UsageProblem[]): void {
  if (!problems.some(({ file }) => file === problem.file)) problems.push(problem);
}
