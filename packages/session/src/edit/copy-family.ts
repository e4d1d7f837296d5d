import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type ConfigFolder, configFolderAt } from '../locate/config-folders.js';
import { placeInSession } from '../locate/family.js';
import { openSession } from '../model/open-session.js';
import { makeFolder } from '../write/make-folder.js';
import { namingFile } from '../write/name-failure.js';
import { writeUnsyncedFile } from '../write/new-file.js';
import { isDraftName } from '../write/old-drafts.js';
import type { Sink } from '../write/sink.js';
import { planCopy } from './copy-plan.js';
import { copyWithIds } from './copy-with-ids.js';
import { changedBytes, type FamilyChange } from './family-change.js';
import type { IdMap } from './id-map.js';
import { IdSink } from './id-sink.js';
import type { LeftBehind } from './left-behind.js';
import type { NewSessionRequest } from './new-session-request.js';
import { writeTitleFile } from './title-line.js';
import { writeEdit } from './write-edit.js';

/**
 * Copies everything that belongs to a session. Sub-agents go where newer clients look for them, wherever they were
 * before.
 */
export function copyFamily(
  request: NewSessionRequest,
  { ids, left, title }: { ids: IdMap; left: LeftBehind; title?: string | undefined },
  created: string[],
): void {
  const { family, folder, sessionId, change } = request;
  const target = join(folder, sessionId);
  if (!existsSync(target)) created.push(target);
  for (const agent of family.agents) {
    const inner = agent.layout === 'workflow' ? workflowFolder(agent.file, family.sessionId) : '';
    const place = join(target, 'subagents', inner);
    const name = basename(agent.file);
    // A worktree may have a different file of the same name.
    const to = existsSync(join(place, name)) ? join(place, randomUUID(), name) : join(place, name);
    writeUnsyncedFile(to, (sink) => copyAgent(agent.file, { ids, left, change }, sink));
    if (agent.metaFile) copySmall(agent.metaFile, join(dirname(to), basename(agent.metaFile)), { ids, change });
  }
  for (const { file: from } of family.toolResults) {
    copyPath(from, join(target, 'tool-results', basename(from)), { ids, change });
  }
  if (family.customTitleFile) {
    const noted = join(target, 'custom-title.json');
    if (title === undefined) copySmall(family.customTitleFile, noted, { ids, change });
    else writeTitleFile(noted, title);
  }
  if (family.memory) copyPath(family.memory, join(target, 'memory'), { ids, change });
  for (const other of family.others) {
    const place = placeInSession(other, family.sessionId) ?? basename(other);
    copyPath(other, join(target, place), { ids, change });
  }
  if (!existsSync(target)) created.splice(created.indexOf(target), 1);
  copySideFiles(request, ids, created);
}

/** Returns a path relative to the `subagents` folder. */
function workflowFolder(file: string, sessionId: string): string {
  return relative('subagents', dirname(placeInSession(file, sessionId) ?? join('subagents', basename(file))));
}

/**
 * Copies file history and todos, which are next to `projects/` in the config folder. A project folder elsewhere has
 * neither.
 */
function copySideFiles(request: NewSessionRequest, ids: IdMap, created: string[]): void {
  const { family, folder, sessionId, change } = request;
  const config = configOf(folder);
  if (!config) return;
  if (family.fileHistory && !change) {
    const to = join(config.folder, 'file-history', sessionId);
    // Copied unchanged, and only with an unchanged session: a rewind restores the user's files from it.
    created.push(to);
    cpSync(family.fileHistory, to, { recursive: true, filter: (path) => !isLink(path) });
  }
  for (const todo of family.todos) {
    const to = join(config.folder, 'todos', basename(todo).replaceAll(family.sessionId, sessionId));
    created.push(to);
    copySmall(todo, to, { ids, change });
  }
}

function configOf(folder: string): ConfigFolder | undefined {
  const projects = dirname(folder);
  return basename(projects) === 'projects' ? configFolderAt(dirname(projects)) : undefined;
}

interface CopyWith {
  ids: IdMap;
  change?: FamilyChange | undefined;
}

/** Writes the lines of a sub-agent with new ids. Adds to `left` what has no place in the copy. */
export function copyAgent(file: string, { ids, change, left }: CopyWith & { left: LeftBehind }, sink: Sink): void {
  const session = openSession(file);
  const copy = planCopy(session, change?.planLines(file, session), ids);
  writeEdit({ file, nodes: session.nodes }, copy.plan, new IdSink(ids, sink));
  left.requests += copy.left.requests;
  left.thoughts += copy.left.thoughts;
}

function copySmall(from: string, to: string, { ids, change }: CopyWith): void {
  makeFolder(dirname(to));
  const bytes = changedBytes(from, change);
  ids.replaceIn(bytes);
  namingFile(to, () => writeFileSync(to, bytes, { mode: 0o600 }));
}

/** Does not follow links: a session may come from a stranger. */
function copyPath(from: string, to: string, { ids, change }: CopyWith): void {
  const stats = lstatSync(from);
  if (stats.isDirectory()) {
    for (const name of readdirSync(from)) copyPath(join(from, name), join(to, name), { ids, change });
    return;
  }
  // The session and its worktree may each have a file of this name; the session's own was copied first.
  if (!stats.isFile() || isDraftName(basename(from)) || existsSync(to)) return;
  makeFolder(dirname(to));
  if (change) copySmall(from, to, { ids, change });
  else copyWithIds(from, to, ids);
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}
