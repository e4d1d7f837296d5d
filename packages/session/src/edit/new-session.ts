import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkSoundness, type Soundness } from '../check.js';
import { lineLimit } from '../line/split.js';
import { planResume } from '../resume/resume.js';
import { makeFolder } from '../write/make-folder.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import { atOnce, BackgroundFile, inTurn, type OpenFile, PlainFile, type Waiting } from '../write/open-file.js';
import { collectIds, collectIdsOf } from './clone-file.js';
import { copyFamily } from './copy-family.js';
import { copySession } from './copy-session.js';
import { FreshIds } from './fresh-ids.js';
import { collectFamilyIds, KernelIds } from './kernel-ids.js';
import { type LeftBehind, nothingLeft } from './left-behind.js';
import { longLinesOf } from './long-lines.js';
import type { IdReplacement } from './new-ids.js';
import type { NewSessionRequest } from './new-session-request.js';
import { renameOddIds } from './odd-ids.js';
import { planFrom } from './plan.js';
import { proveCopy } from './prove-copy.js';
import { dropNamingThoughts } from './signed-thoughts.js';
import { type EditCounts, writeEdit } from './write-edit.js';

export type Made =
  | {
      kind: 'made';
      file: string;
      created: string[];
      check: Soundness;
      counts: EditCounts | undefined;
      /** What of the session and its sub-agents has no place in the new one. */
      left: LeftBehind;
      /** What the source has, where its session was not needed to know. */
      source?: SourceSize;
    }
  /** The result would not have been sound; nothing was left behind. */
  | { kind: 'refused'; check: Soundness };

export interface SourceSize {
  lines: number;
  bytes: number;
}

/**
 * Writes an edited session as a new one, with all that belongs to it: sub-agents, long outputs, file history, todos,
 * titles. It appears at once and whole, after it was read back and found sound; before that nothing can see it.
 */
export function makeSession(request: Omit<NewSessionRequest, 'helper'>): Made {
  return atOnce(making(request, (fd) => new PlainFile(fd)));
}

/** The same for whoever can wait: a large file is written while more of it is made. */
export function makeSessionInTurn(request: NewSessionRequest): Promise<Made> {
  return inTurn(making(request, (fd) => new BackgroundFile(fd)));
}

function* making(request: NewSessionRequest, open: (fd: number) => OpenFile): Waiting<Made> {
  const { folder, sessionId } = request;
  const draft = join(folder, `.unspool-${sessionId}.tmp`);
  const created: string[] = [];
  try {
    const written = (yield* copyMain(request, draft, open)) ?? editMain(request, draft);
    const { check, counts, source, left } = written;
    if (!isSound(check)) return { kind: 'refused', check };
    copyFamily(request, written, created);
    const main = join(folder, `${sessionId}.jsonl`);
    renameSync(draft, main);
    created.push(main);
    const about = { created, check: { ...check, file: main }, counts, left, ...(source && { source }) };
    return { kind: 'made', file: main, ...about };
  } catch (error) {
    for (const path of created) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The main file of a new session, with its proof. */
interface Written {
  ids: IdReplacement;
  check: Soundness;
  counts: EditCounts | undefined;
  left: LeftBehind;
  source?: SourceSize;
}

/** A plain copy in one pass. Undefined when the file has to be written with more care. */
function* copyMain(
  request: NewSessionRequest,
  draft: string,
  open: (fd: number) => OpenFile,
): Waiting<Written | undefined> {
  const { file, family, folder, sessionId, newUuid, helper } = request;
  if (request.plan || request.change || family.agents.some(({ file }) => statSync(file).size > lineLimit({})))
    return undefined;
  makeFolder(folder);
  const copied = yield* copySession({ file, family, draft, sessionId, newUuid, helper }, open);
  if (!copied) return undefined;
  const { ids, lines, left, size, problems, problemCounts } = copied;
  const plan = copied.resumesPlainly ? undefined : planResume({ ...request.session, sessionId });
  const check = {
    file: draft,
    resumes: plan === undefined || plan.chain !== undefined,
    reasons: plan?.reasons ?? [],
    lines: { ...lines, total: lines.total - left, read: lines.read - left },
    roundTrip: true,
    problems,
    problemCounts,
  };
  const source = { lines: lines.total, bytes: size };
  return { ids, check, counts: undefined, left: { requests: left, thoughts: 0 }, source };
}

function editMain(request: NewSessionRequest, draft: string): Written {
  const tooLong = refusalOfLongLines(request);
  if (tooLong) {
    return { ids: new FreshIds(request.newUuid), check: tooLong, counts: undefined, left: nothingLeft() };
  }
  const ids = newIdsOf(request);
  makeFolder(request.folder);
  const { counts, left } = writeMain(request, ids, draft);
  return { ids, check: soundnessOf(request, { ids, draft, counts }), counts, left };
}

/** What a session's ids become. */
export function newIdsOf(request: IdRequest): IdReplacement {
  return (request.plan && kernelIdsOf(request)) ?? freshIdsOf(request);
}

export type IdRequest = Pick<NewSessionRequest, 'file' | 'session' | 'family' | 'plan' | 'sessionId' | 'newUuid'>;

/** Undefined when some id is not of the kind that the kernel replaces. */
function kernelIdsOf({ session, family, sessionId, newUuid }: IdRequest): KernelIds | undefined {
  const ids = new KernelIds(newUuid(), sessionId);
  if (!session.ids || !collectFamilyIds(ids.kernel, family)) return undefined;
  for (const id of session.ids.sessions) if (!ids.addSession(id)) return undefined;
  for (const { uuid } of session.nodes) if (uuid !== undefined && ids.addLine(uuid) <= 0) return undefined;
  for (const uuid of session.ids.uuids) if (ids.addLine(uuid) < 0) return undefined;
  return ids.kernel.areApart() ? ids : undefined;
}

function freshIdsOf({ file, session, family, sessionId, newUuid }: IdRequest): FreshIds {
  const ids = new FreshIds(newUuid);
  if (session.ids) collectIdsOf({ ...session, ids: session.ids }, ids, sessionId);
  else collectIds(file, ids, sessionId);
  for (const agent of family.agents) collectIds(agent.file, ids, sessionId);
  ids.set(family.sessionId, sessionId);
  return ids;
}

/** Ids inside a line that is not read stay the old ones: the copy would be tied to its source. */
function refusalOfLongLines({ file, session, family, plan }: NewSessionRequest): Soundness | undefined {
  const [long] = longLinesOf(file, session, family).filter(
    (each) => each.file !== file || plan?.mends.has(each.line) !== true,
  );
  if (!long) return undefined;
  const { lines, problems, problemCounts } = session;
  const message = `line ${long.line} of ${long.file} is too long to be read, so its ids cannot be made new`;
  const reasons = [{ kind: 'line_too_long', message } as const];
  return { file, resumes: false, reasons, lines, roundTrip: true, problems, problemCounts };
}

/** An exact copy is proven byte by byte; whatever was edited is read back as anybody would read it. */
function soundnessOf(
  { file, session, sessionId }: NewSessionRequest,
  { ids, draft, counts }: { ids: IdReplacement; draft: string; counts: EditCounts | undefined },
): Soundness {
  const proof =
    counts || !(ids instanceof FreshIds) ? undefined : proveCopy({ file, session, copy: draft, sessionId, ids });
  return proof ?? checkSoundness(draft, { sessionId, ...(counts && { edited: () => session }) });
}

function isSound(check: Soundness): boolean {
  return check.resumes && check.roundTrip;
}

/** Without counts it is an exact copy. */
export function writeMain(
  request: IdRequest,
  ids: IdReplacement,
  draft: string,
): { counts: EditCounts | undefined; left: LeftBehind } {
  const { file, session } = request;
  const plan = planFrom(request.plan);
  renameOddIds(plan, session, { ids, newUuid: request.newUuid });
  const thoughts = dropNamingThoughts(plan, session, ids);
  const source = { file, nodes: session.nodes, ids, mayHideIds: session.ids?.mayHide !== false };
  const counts = writeUnsyncedFile(draft, (sink) => writeEdit(source, plan, sink));
  const left = { ...counts.left, thoughts: counts.left.thoughts + thoughts };
  return { counts: request.plan || plan.finish || thoughts > 0 ? counts : undefined, left };
}
