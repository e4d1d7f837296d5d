import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkSoundness, type Soundness } from '../check.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import { copyFamily } from './copy-family.js';
import { planCopy } from './copy-plan.js';
import { IdMap } from './id-map.js';
import { IdSink } from './id-sink.js';
import type { LeftBehind } from './left-behind.js';
import { longLinesOf } from './long-lines.js';
import type { NewSessionRequest } from './new-session-request.js';
import { writeEdit } from './write-edit.js';

/** The new session, or why it was not made. */
export type Made =
  | {
      kind: 'made';
      file: string;
      created: string[];
      check: Soundness;
      /** How many bytes the changed lines have now, by node index. */
      lengths: ReadonlyMap<number, number>;
      /** What of the session and its sub-agents has no place in the new one. */
      left: LeftBehind;
    }
  /** The result would not be sound, and nothing was written. */
  | { kind: 'refused'; check: Soundness };

/**
 * Writes an edited session as a new one, with everything that belongs to it: sub-agents, long outputs, file history,
 * todos, titles. It appears in one step, after it was read back and found sound.
 */
export function makeSession(request: NewSessionRequest): Made {
  const { folder, sessionId } = request;
  const tooLong = refusalOfLongLines(request);
  if (tooLong) return { kind: 'refused', check: tooLong };
  const draft = join(folder, `.unspool-${sessionId}.tmp`);
  const created: string[] = [];
  try {
    const { check, ids, lengths, left } = draftSession(request, draft);
    if (!check.resumes || !check.roundTrip) return { kind: 'refused', check };
    copyFamily(request, { ids, left }, created);
    const file = join(folder, `${sessionId}.jsonl`);
    renameSync(draft, file);
    created.push(file);
    return { kind: 'made', file, created, check: { ...check, file }, lengths, left };
  } catch (error) {
    for (const path of created) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A line that cannot be read would keep its old ids, and tie the copy to its source. */
function refusalOfLongLines({ file, session, family, plan }: NewSessionRequest): Soundness | undefined {
  const [long] = longLinesOf(file, session, family).filter(
    (each) => each.file !== file || plan?.mends.has(each.line) !== true,
  );
  if (!long) return undefined;
  const { lines, problems, problemCounts } = session;
  const message = `line ${long.line} of ${long.file} is too long to be read, so its ids cannot be replaced`;
  const reasons = [{ kind: 'line_too_long', message } as const];
  return { file, resumes: false, reasons, lines, roundTrip: true, problems, problemCounts };
}

export interface SessionDraft {
  ids: IdMap;
  check: Soundness;
  lengths: ReadonlyMap<number, number>;
  left: LeftBehind;
}

/** Writes the main file of a new session, and reads it back. */
export function draftSession(request: Omit<NewSessionRequest, 'folder'>, draft: string): SessionDraft {
  const { file, session, sessionId } = request;
  const { nodes, size } = session;
  const ids = newIdsOf(request);
  const { plan, left } = planCopy(session, request.plan, ids);
  const lengths = writeUnsyncedFile(draft, (sink) => writeEdit({ file, nodes, size }, plan, new IdSink(ids, sink)));
  return { ids, check: checkSoundness(draft, { sessionId, edited: () => session }), lengths, left };
}

/** Each line gets a new id. Whatever session a line names, in the copy it names the new one. */
function newIdsOf({ session, family, sessionId, newUuid }: Omit<NewSessionRequest, 'folder'>): IdMap {
  const ids = new IdMap(newUuid);
  const collect = ({ nodes, ids: seen }: Session) => {
    for (const { uuid } of nodes) if (uuid !== undefined) ids.add(uuid);
    if (!seen) return;
    for (const uuid of seen.uuids) ids.add(uuid);
    for (const id of seen.sessions) ids.set(id, sessionId);
    ids.mayHide ||= seen.mayHide;
  };
  collect(session);
  for (const agent of family.agents) collect(openSession(agent.file));
  ids.set(family.sessionId, sessionId);
  return ids;
}
