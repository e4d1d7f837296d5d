import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import type { LineCounts, SessionBuilder } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import type { Family } from '../locate/family.js';
import { type ByteRange, windowsIn } from '../outline/windows.js';
import { type FileStamp, isSameStamp, stampOf } from '../write/file-stamp.js';
import { nameFailure } from '../write/name-failure.js';
import { type OpenFile, PlainFile, type Waiting } from '../write/open-file.js';
import { Copier } from './copier.js';
import { type CopiedTail, type TailOrder, tailOf } from './copy-tail.js';
import { collectFamilyIds, KernelIds } from './kernel-ids.js';

export interface CopyOrder {
  file: string;
  family: Family;
  /** The file to write; it must not exist yet. */
  draft: string;
  sessionId: string;
  newUuid: () => string;
  /** Copies a part of a large file meanwhile. */
  helper?: CopyHelper | undefined;
}

/** Another thread. Undefined when it could not do it. */
export interface CopyHelper {
  copyTail(order: TailOrder): Promise<CopiedTail | undefined>;
}

export interface Copied {
  ids: KernelIds;
  /** Of the source. */
  lines: LineCounts;
  size: number;
  problems: SessionBuilder['problems'];
  problemCounts: SessionBuilder['problemCounts'];
  /** How many of its lines have no place in the copy. */
  left: number;
  /** False when only the nodes tell whether it does. */
  resumesPlainly: boolean;
}

/**
 * Copies a session's file with new ids in one pass, and proves it as it goes: what was written is read back, the old ids
 * are put in the place of the new ones, and then it is the source, byte for byte. Undefined, with nothing written, for
 * files that have to be copied with more care: ids that are no UUIDs, signed thoughts that name one, lines too long.
 *
 * Yields where it has to wait; `open` and whether there is a helper decide whether it ever does (see OpenFile).
 */
export function* copySession(order: CopyOrder, open: (fd: number) => OpenFile): Waiting<Copied | undefined> {
  const { file, draft, helper } = order;
  const stamp = stampOf(file);
  if (!stamp) return undefined;
  const fd = openSync(draft, 'wx+', 0o600);
  let isCopied = false;
  try {
    let copied = helper && (yield* copyWithHelp({ order, helper, fd, stamp }));
    if (!copied) {
      ftruncateSync(fd, 0);
      copied = yield* copyAlone(order, open, fd);
    }
    const now = stampOf(file);
    isCopied = copied?.size === stamp.size && now !== undefined && isSameStamp(now, stamp);
    return isCopied ? copied : undefined;
  } catch (error) {
    throw nameFailure(error, draft);
  } finally {
    closeSync(fd);
    if (!isCopied) rmSync(draft, { force: true });
  }
}

function* copyAlone(order: CopyOrder, open: (fd: number) => OpenFile, fd: number): Waiting<Copied | undefined> {
  const ids = new KernelIds(order.newUuid(), order.sessionId);
  if (!collectFamilyIds(ids.kernel, order.family)) return undefined;
  const copier = yield* copyPart(order.file, ids, open(fd));
  return copier && copiedBy(copier, ids);
}

interface Helped {
  order: CopyOrder;
  helper: CopyHelper;
  fd: number;
  stamp: FileStamp;
}

/** Undefined when it has to be done alone: lines before the tail stay behind, or the two parts have to do with each other. */
function* copyWithHelp({ order, helper, fd, stamp }: Helped): Waiting<Copied | undefined> {
  const { file, draft, sessionId } = order;
  const key = order.newUuid();
  const ids = new KernelIds(key, sessionId);
  const from = tailOf(file, stamp.size);
  if (from === undefined || !collectFamilyIds(ids.kernel, order.family)) return undefined;
  let tail: CopiedTail | undefined;
  const helped = helper.copyTail({ file, draft, from, key, sessionId }).then((made) => {
    tail = made;
  });
  let copier: Copier | undefined;
  try {
    // Two threads are at work already: one more that writes would only be in their way.
    copier = yield* copyPart(file, ids, new PlainFile(fd), { to: from });
  } finally {
    // It writes to the same file.
    yield helped;
  }
  if (!copier || !tail || copier.left > 0 || copier.builder.problems.length > 0) return undefined;
  if (!copier.graph.absorb(tail.ids, tail.graph)) return undefined;
  return copiedBy(copier, ids, tail);
}

function* copyPart(file: string, ids: KernelIds, out: OpenFile, range: ByteRange = {}): Waiting<Copier | undefined> {
  const copier = new Copier(ids, out);
  try {
    for (const found of windowsIn(file, lineLimit({}), copier.kernel, range)) {
      if ('bytes' in found) yield* copier.takeWindow(found);
      else copier.takeLong();
      if (!copier.isPlain) return undefined;
    }
    return (yield* copier.finish()) ? copier : undefined;
  } finally {
    // Nothing may be written to a file that is closed: its number may be another's by then.
    yield* out.settle();
  }
}

/** When all ids are known. */
function copiedBy(copier: Copier, ids: KernelIds, tail?: CopiedTail): Copied | undefined {
  const { builder, graph, copies } = copier;
  if (!ids.kernel.areApart()) return undefined;
  for (const late of [copies.late(), tail?.late]) if (late && !copies.putLate(late)) return undefined;
  const { problems, problemCounts } = builder;
  const lines = { ...builder.lines };
  for (const count of ['total', 'read', 'skipped', 'blank', 'recovered'] as const)
    lines[count] += tail?.lines[count] ?? 0;
  const size = builder.size + (tail?.size ?? 0);
  const left = copier.left + (tail?.left ?? 0);
  return { ids, lines, size, problems, problemCounts, left, resumesPlainly: graph.resumesPlainly() };
}
