import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkSoundness, type Soundness } from '../check.js';
import type { Reason } from '../resume/resume.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import { copyFamily } from './copy-family.js';
import { planCopy } from './copy-plan.js';
import { type FileIds, idsIn } from './file-ids.js';
import { IdMap } from './id-map.js';
import { IdSink } from './id-sink.js';
import { type LeftBehind, nothingLeft } from './left-behind.js';
import type { NewSessionRequest } from './new-session-request.js';
import { draftPlan, type EditPlan } from './plan.js';
import { titleCopy } from './title-copy.js';
import { UuidSet } from './uuid-set.js';
import { writeEdit } from './write-edit.js';

/** The new session, or why it was not made. */
export type Made =
  | ({ kind: 'made'; file: string; created: string[]; check: Soundness } & Omit<SessionDraft, 'ids'>)
  /** The result would not be sound; nothing was written. */
  | { kind: 'refused'; check: Soundness };

/**
 * Writes an edited session as a new one, with everything that belongs to it: sub-agents, long outputs, file history,
 * todos, titles. It becomes visible in one step, after it was read back and found sound.
 */
export function makeSession(request: NewSessionRequest): Made {
  const { folder, sessionId } = request;
  const draft = join(folder, `.unspool-${sessionId}.tmp`);
  const created: string[] = [];
  try {
    const { ids, ...made } = draftSession(request, draft);
    const { left, title } = made;
    const check = checkDraft(draft, request, made);
    if (!check.resumes || !check.roundTrip) return { kind: 'refused', check };
    copyFamily(request, { ids, left, title }, created);
    const file = join(folder, `${sessionId}.jsonl`);
    renameSync(draft, file);
    created.push(file);
    return { kind: 'made', file, created, ...made, check: { ...check, file } };
  } catch (error) {
    for (const path of created) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The main file of a new session, written but not yet checked. */
export interface SessionDraft {
  ids: IdMap;
  /** The new byte lengths of the changed lines, by node index. */
  lengths: ReadonlyMap<number, number>;
  /** The title of its own that the copy got. */
  title?: string | undefined;
  /** Parts of the session and its sub-agents that have no place in the new one. */
  left: LeftBehind;
  /** The size of the source; without lines if it was copied unread. */
  before: { lines: number | undefined; bytes: number };
  /** Why there must be no such session. */
  refusal: Reason | undefined;
}

export function draftSession(request: Omit<NewSessionRequest, 'folder'>, draft: string): SessionDraft {
  const { file, family } = request;
  const uuids = new UuidSet();
  const main = idsIn(file, uuids);
  const found = [main, ...family.agents.map((agent) => idsIn(agent.file, uuids))];
  const ids = newIds(found, uuids, request);
  // Most copies need no plan. Opening their source would take as long as writing them (0.3 s for 200 MB).
  const session = request.plan || main.needsPlan || ids.odd.size > 0 ? request.session : undefined;
  const { plan, left } = session
    ? planCopy(session, request.plan, ids)
    : { plan: draftPlan('copy'), left: nothingLeft() };
  const { nodes, size } = session ?? { nodes: [], size: main.size };
  const lengths = writeUnsyncedFile(draft, (sink) => writeEdit({ file, nodes, size }, plan, new IdSink(ids, sink)));
  const title = titleCopy(draft, request);
  const isCopied = isOnlyCopied(request) && !found.some((each) => each.hasOddIds);
  const [long] = isCopied ? [] : longLines(found, plan);
  return {
    ids,
    lengths,
    left,
    title,
    before: { lines: session?.lines.total, bytes: size },
    refusal: long === undefined ? undefined : refusalOf(long),
  };
}

/** Reads a draft back. The session it was made from need not be in memory meanwhile. */
export function checkDraft(
  draft: string,
  request: Pick<NewSessionRequest, 'session' | 'sessionId'>,
  { before, refusal }: Pick<SessionDraft, 'before' | 'refusal'>,
): Soundness {
  const { sessionId } = request;
  const isRead = before.lines !== undefined;
  const check = checkSoundness(draft, { sessionId, ...(isRead && { edited: () => request.session }) });
  return refusal ? { ...check, resumes: false, reasons: [refusal] } : check;
}

/** Each line gets a new id. Any session id on a line is replaced with the copy's. */
function newIds(
  found: readonly FileIds[],
  uuids: UuidSet,
  { family, sessionId, newUuid }: Pick<NewSessionRequest, 'family' | 'sessionId' | 'newUuid'>,
): IdMap {
  const ids = new IdMap(newUuid, uuids);
  for (const { sessions, mayHide } of found) {
    for (const id of sessions) ids.set(id, sessionId);
    ids.mayHide ||= mayHide;
  }
  ids.set(family.sessionId, sessionId);
  return ids;
}

function longLines([main, ...agents]: readonly FileIds[], { repairs }: EditPlan): string[] {
  const isKept = (file: FileIds) => (line: number) => file !== main || !repairs.has(line);
  return [main, ...agents].flatMap((each) =>
    each ? each.longLines.filter(isKept(each)).map((line) => `line ${line} of ${each.file}`) : [],
  );
}

/** Whether every line is kept. In that case an unreadable line is copied with new ids like any other. */
function isOnlyCopied({ plan, change }: Pick<NewSessionRequest, 'plan' | 'change'>): boolean {
  return change === undefined && (plan?.drops.size ?? 0) === 0;
}

/** An unreadable line cannot be assigned to what is kept. */
function refusalOf(line: string): Reason {
  return {
    kind: 'line_too_long',
    message: `${line} is too long to be read, so it is unknown whether it belongs in the copy`,
  };
}
