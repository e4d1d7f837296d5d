import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConfigFolder, configFolders, listSessions, type SessionFile, scanList } from '@unspool/session';
import { lastTimeIn } from '@unspool/session/facts';
import { configPaths, type LocateProblem, resolveSession } from '@unspool/session/locate';
import { archiveFolder, listArchives } from '@unspool/store';
import type { Io } from '../io.js';
import { type ArchivedSession, findArchived } from '../keep/archived-sessions.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { originOfCopy, sessionFolders, usageFolders } from './folders.js';
import { madeByEdits } from './made-by-edits.js';
import { readableFile } from './open-file.js';

export interface Found {
  sessions: SessionFile[];
  problems: LocateProblem[];
}

/**
 * Every session, including those of other agents and the remains of deleted ones. An unreadable main file is not a problem
 * here: the command that reads it reports that.
 */
export function allSessions(io: Io): Found {
  return sessionsIn(sessionFolders(io));
}

/** Every session, to read only its usage. */
export function measuredSessions(io: Io): Found {
  return sessionsIn(usageFolders(io));
}

/** The sessions of Claude Code, for what concerns its own files: what is shared, restored, traced. */
export function clientSessions(io: Io): Found {
  return sessionsIn(configFolders(io.env, io.home));
}

function sessionsIn(configs: readonly ConfigFolder[]): Found {
  const found: Found = { sessions: [], problems: [] };
  for (const config of configs) {
    const { sessions, remains, problems } = listSessions(config);
    const files = new Set(remains.map(({ file }) => file));
    found.sessions = found.sessions.concat(sessions, remains);
    found.problems = found.problems.concat(problems.filter(({ path }) => !files.has(path)));
  }
  return found;
}

export type SessionPlace = { kind: 'file'; file: string } | { kind: 'archived'; archived: ArchivedSession };

/** Resolves SESSION to a file: an id, the start of one, a title, a path, or `last`. */
export function findSession(query: string, io: Io): string {
  const place = locateSession(query, io);
  if (place.kind === 'file') return place.file;
  throw new UserError('This session is only in the archive.', {
    why: `The client has deleted ${safeLine(place.archived.file)}.`,
    hint: `Restore it: unspool restore ${safeLine(place.archived.sessionId)}`,
  });
}

/** Like `findSession`, but also searches the archive. */
export function locateSession(query: string, io: Io): SessionPlace {
  if (query.trim() === '')
    throw new UserError('SESSION is empty.', { hint: 'List sessions with: unspool ls', isUsage: true });
  const path = resolve(io.cwd, query);
  if (existsSync(path)) return { kind: 'file', file: readableFile(fileAt(path), io) };
  const found = allSessions(io).sessions;
  const sessions = found.filter((session) => session.hasMain);
  const title = ({ file }: SessionFile) => ifReadable(() => scanList({ main: file, agents: [] }).title.text, '');
  const resolution = resolveSession(query, sessions, { titleOf: title, endedAt: lastUse(io) });
  if (resolution.kind === 'found') return { kind: 'file', file: resolution.session.file };
  if (resolution.kind === 'ambiguous') {
    const { candidates } = resolution;
    const sameId = new Set(candidates.map(({ sessionId }) => sessionId)).size < candidates.length;
    throw new UserError(`"${query}" can mean ${candidates.length} sessions:`, {
      why: sameId ? choices(candidates, title, (each) => placeOf(each, io)) : choices(candidates, title),
      hint: sameId ? 'Give the path of one.' : 'Type more of the id.',
    });
  }
  const archived = findArchived(query, io);
  if (archived) return { kind: 'archived', archived };
  const left = found.find((each) => !each.hasMain && each.agentFiles.length > 0 && each.sessionId.startsWith(query));
  if (left) {
    throw new UserError(`Only sub-agents are left of session ${safeLine(left.sessionId)}:`, {
      why: left.agentFiles.map(({ file }) => safeLine(file)).join('\n  '),
      hint: 'Give the path of one.',
    });
  }
  if (resolution.kind === 'elsewhere')
    throw new UserError(`There is no file ${query}.`, { hint: 'Check the path, or list sessions with: unspool ls' });
  throw sessions.length === 0 ? noSessions(io) : notFound(query, choices(resolution.candidates, title));
}

/** A session without a turn is not this large. */
const MAX_EMPTY = 256 * 1024;

/** When a session last continued or was made. `last` skips empty and unreadable sessions, as lists do. */
function lastUse(io: Io): (session: SessionFile) => number {
  const made = madeByEdits(io);
  return ({ file, size }) =>
    ifReadable(() => {
      if (size <= MAX_EMPTY && scanList({ main: file, agents: [] }).turns === 0) return Number.NEGATIVE_INFINITY;
      return Math.max(lastTimeIn(file, size), made.get(file)?.at ?? Number.NEGATIVE_INFINITY);
    }, Number.NEGATIVE_INFINITY);
}

/** A file that cannot be read must not prevent finding another. */
function ifReadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return otherwise;
  }
}

export function noSessions(io: Io): UserError {
  const hint = archiveHint(io);
  const locked = configPaths(io.env, io.home).flatMap(whyLocked);
  if (locked.length > 0) {
    return new UserError('Sessions cannot be read.', {
      why: [...locked, ...(hint ? [hint] : [])].join('\n  '),
      hint: 'Check the permissions of the folder, or set CLAUDE_CONFIG_DIR to another one.',
    });
  }
  return new UserError(`There are no sessions in ${configPaths(io.env, io.home).join(', ')}.`, {
    ...(hint && { why: hint }),
    hint: [
      'If yours are elsewhere, set CLAUDE_CONFIG_DIR to the folder that contains projects/, or give the path of a session file.',
      'To try Unspool with samples, open the app: unspool',
    ].join('\n  '),
  });
}

/** Folders that cannot be read may contain sessions. */
function whyLocked(config: string): string[] {
  const refusals: string[] = [];
  const projects = join(config, 'projects');
  for (const name of namesIn(projects, refusals)) namesIn(join(projects, name), refusals);
  return refusals;
}

function namesIn(folder: string, refusals: string[]): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') refusals.push(safeLine(message));
    return [];
  }
}

/** A hint to the archive; empty if the archive is. */
export function archiveHint(io: Io): string {
  const { length } = listArchives(archiveFolder(io));
  return length === 0 ? '' : `The archive holds ${plural(length, 'session')}: unspool ls --archived`;
}

function notFound(query: string, close: string): UserError {
  if (close === '') return new UserError(`No session is called "${query}".`, { hint: 'List them with: unspool ls' });
  return new UserError(`No session is called "${query}", but these are close:`, { why: close });
}

function choices(
  sessions: readonly SessionFile[],
  title: (session: SessionFile) => string,
  name = ({ sessionId }: SessionFile) => sessionId,
): string {
  const shown = sessions.slice(0, 8).map((session) => `${name(session)}  ${safeLine(title(session)).slice(0, 60)}`);
  if (sessions.length > shown.length) shown.push(`… and ${sessions.length - shown.length} more`);
  return shown.join('\n  ');
}

/** Where a session is: for other agents, the file of the agent. */
function placeOf({ file }: SessionFile, io: Io): string {
  return safeLine(originOfCopy(file, io)?.source ?? file);
}

function fileAt(path: string): string {
  if (statSync(path).isFile()) return path;
  throw new UserError(`${path} is not a session file.`, { hint: 'List sessions with: unspool ls' });
}
