import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Source } from '../contract/adapter.js';
import type { AgentName } from '../contract/agent-name.js';
import type { SessionHead, SubAgentHead } from '../contract/output.js';
import { type AgentFolder, folderOfCopies, noteFile, sessionFile, subAgentFile } from './agent-folder.js';
import type { CopyOutput, Drafted } from './copy-output.js';
import type { CopiedSession, CopiedSource, CopiedSubAgent, CopyRecord } from './record.js';

export interface Translated {
  source: Source;
  version: number;
  output: CopyOutput;
  /** Whose session it is, if the file is in the folder of another agent. */
  agent?: AgentName | undefined;
}

/** Moves a source's drafts into place and records them. Removes copies of sessions that the source no longer has. */
export function commit(
  own: AgentFolder,
  record: CopyRecord,
  { source: { file, stamp }, version, output, agent }: Translated,
): void {
  const folder = folderOfCopies(own, agent);
  const before = record.sources[file];
  delete record.sources[file];
  const { report } = output;
  const now: CopiedSource = { stamp, version, ...(agent && { agent }), sessions: [], subAgents: [], report };
  if (before) {
    now.sessions = before.sessions.filter(({ id }) => output.kept.has(id));
    now.subAgents = startedBy(output.kept, before.subAgents);
  }
  for (const drafted of output.sessions.filter(hasEntries)) {
    now.sessions.push(putSession(folder, record, { drafted, output }));
  }
  for (const drafted of output.subAgents.filter(hasEntries)) now.subAgents.push(putSubAgent(folder, drafted, output));
  record.sources[file] = now;
  if (before) removeCopies(folderOfCopies(own, before.agent), before, now);
}

/** The sub-agents of these sessions, at any depth. */
function startedBy(sessions: ReadonlySet<string>, all: readonly CopiedSubAgent[]): CopiedSubAgent[] {
  const ids = new Set(sessions);
  for (let before = -1; before !== ids.size; ) {
    before = ids.size;
    for (const { id, parent } of all) if (ids.has(parent)) ids.add(id);
  }
  return all.filter(({ parent }) => ids.has(parent));
}

/** Removes the copies of a source that is gone. */
export function forget(folder: AgentFolder, record: CopyRecord, file: string): void {
  const before = record.sources[file];
  delete record.sources[file];
  if (!before) return;
  removeCopies(folderOfCopies(folder, before.agent), before, { sessions: [], subAgents: [] });
  // Another source, not copied yet, may have the session too.
  const ids = new Set(before.sessions.map(({ id }) => id));
  for (const other of Object.values(record.sources)) {
    if (other.sessions.some(({ id, isOutdone }) => isOutdone && ids.has(id))) other.stamp = '';
  }
}

/** Skips empty sessions, for which clients also create files. */
function hasEntries({ thread }: Drafted<SessionHead>): boolean {
  return thread.entries > 0;
}

/** If several sources have a session, the one with the most entries is shown. */
function putSession(
  folder: AgentFolder,
  record: CopyRecord,
  { drafted, output }: { drafted: Drafted<SessionHead>; output: CopyOutput },
): CopiedSession {
  const { head, slug, draft, thread } = drafted;
  const { id } = head;
  const stamp = output.stamps.get(id);
  const copied: CopiedSession = { id, slug, entries: thread.entries, ...(stamp !== undefined && { stamp }) };
  for (const other of Object.values(record.sources).flatMap(({ sessions }) => sessions)) {
    if (other.id !== id || other.isOutdone) continue;
    if (other.entries >= copied.entries) return { ...copied, isOutdone: true };
    other.isOutdone = true;
    if (other.slug !== slug) rmSync(sessionFile(folder, other.slug, id), { force: true });
  }
  draft.moveTo(sessionFile(folder, slug, id), thread.lastTime);
  return copied;
}

function putSubAgent(
  folder: AgentFolder,
  { head, slug, draft, thread }: Drafted<SubAgentHead>,
  output: CopyOutput,
): CopiedSubAgent {
  const { id, parent, toolUseId, type, description } = head;
  const file = subAgentFile(folder, slug, { session: parent, id });
  draft.moveTo(file, thread.lastTime);
  const note = output.newDraft();
  note.write({ agentType: type, description, toolUseId });
  note.moveTo(noteFile(file), thread.lastTime);
  return { id, parent, slug, file: relative(folder.folder, file) };
}

function removeCopies(
  folder: AgentFolder,
  before: Pick<CopiedSource, 'sessions' | 'subAgents'>,
  now: Pick<CopiedSource, 'sessions' | 'subAgents'>,
): void {
  const places = new Set(now.sessions.map(({ id, slug }) => sessionFile(folder, slug, id)));
  for (const { id, slug, isOutdone } of before.sessions) {
    const file = sessionFile(folder, slug, id);
    if (!isOutdone && !places.has(file)) rmSync(file, { force: true });
  }
  const agents = new Set(now.subAgents.map(({ file }) => file));
  for (const { file } of before.subAgents) if (!agents.has(file)) removeSubAgent(folder, file);
}

function removeSubAgent({ folder }: AgentFolder, place: string): void {
  const file = join(folder, place);
  rmSync(file, { force: true });
  rmSync(noteFile(file), { force: true });
}
