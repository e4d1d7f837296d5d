import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ChatOptions, lockSession, type Opened, openStart } from '@unspool/agent';
import { familyOf, listSessions } from '@unspool/session';
import { copyIdOf, draftPlan, editSourceOf, isEmptyPlan, makeSession } from '@unspool/session/edit';
import { configFolderAt, configPaths, isSessionId, projectFolderName } from '@unspool/session/locate';
import { livenessOf } from '@unspool/session/write';
import { dataFolder } from '@unspool/store';
import { placeOfCopy, planOfCopy, refuseOtherAgent } from '../edit/other-agent.js';
import type { Io } from '../io.js';
import { findSession } from '../session/find.js';
import { UserError } from '../user-error.js';

export interface StartOptions {
  continue?: boolean;
  resume?: string | true | undefined;
  forkSession?: boolean;
  sessionId?: string;
}

/** The client's config folder. Created if it does not exist. */
export function configDirOf(io: Io): string {
  return configPaths(io.env, io.home)[0] ?? io.home;
}

/** Which session the chat continues, or that it starts a new one. */
export function startOf(options: StartOptions, io: Io): ChatOptions['start'] {
  const { sessionId } = options;
  if (sessionId !== undefined && !isSessionId(sessionId)) {
    throw new UserError(`"${sessionId}" is not a UUID.`, {
      why: 'The client resumes only sessions with a UUID.',
      isUsage: true,
    });
  }
  const file = fileOf(options, io);
  if (sessionId !== undefined) refuseTaken(sessionId, file ? dirname(file) : projectFolderOf(io));
  if (file === undefined) {
    if (options.forkSession) {
      throw new UserError('--fork-session has no session to fork.', {
        hint: 'Use it with --continue or --resume.',
        isUsage: true,
      });
    }
    return { kind: 'new', ...(sessionId !== undefined && { sessionId }) };
  }
  if (!options.forkSession) refuseOtherAgent(file, io, 'Continue a copy: --fork-session');
  if (!options.forkSession) takeFor(file, io);
  const opened = options.forkSession ? forked(file, sessionId, io) : open(file);
  return { kind: 'continue', opened, isFork: options.forkSession === true };
}

function projectFolderOf(io: Io): string {
  return join(configDirOf(io), 'projects', projectFolderName(io.cwd, io.env));
}

function refuseTaken(sessionId: string, folder: string): void {
  if (!existsSync(join(folder, `${sessionId}.jsonl`))) return;
  throw new UserError(`Session ${sessionId} already exists.`, {
    hint: `Continue it: --resume ${sessionId}`,
  });
}

function fileOf(options: StartOptions, io: Io): string | undefined {
  if (typeof options.resume === 'string') return findSession(options.resume, io);
  if (options.resume === true) {
    throw new UserError('--resume needs a session.', {
      why: 'The list to choose from needs a terminal and does not work with --fork-session.',
      hint: 'Give an id, the start of one, a title or "last": --resume last. The last one of this folder: --continue',
      isUsage: true,
    });
  }
  if (options.continue) return latestHere(io);
  return undefined;
}

/** The newest session of this folder. */
function latestHere(io: Io): string {
  const config = configFolderAt(configDirOf(io));
  const sessions = config ? listSessions(config).sessions : [];
  const project = projectFolderName(io.cwd, io.env);
  const [latest] = sessions
    .filter(({ slug, hasUuidName, size }) => slug === project && hasUuidName && size > 0)
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  if (latest) return latest.file;
  throw new UserError(`There is no session in ${io.cwd} to continue.`, {
    hint: 'Start one with: unspool chat. See all with: unspool ls',
  });
}

function open(file: string): Opened {
  const start = openStart(file);
  if (start.kind === 'opened') return start.opened;
  throw new UserError(`${file} does not resume.`, {
    why: start.reasons.join('; '),
    hint: 'See what can be done with: unspool repair',
  });
}

/** Where running chats record which session they have open. */
export function lockFolderOf(io: Io): string {
  return join(dataFolder(io), 'open');
}

/** Two writers would create two branches. */
function takeFor(file: string, io: Io): void {
  const lock = lockSession(file, lockFolderOf(io));
  const reasons = lock.kind === 'taken' ? [lock.reason] : livenessOf(file, { now: io.now, quietMs: 0 }).reasons;
  if (reasons.length === 0) return;
  throw new UserError('The session is in use.', {
    why: reasons.join('; '),
    hint: 'Close it there, or continue a copy: --fork-session',
  });
}

function forked(file: string, sessionId: string | undefined, io: Io): Opened {
  const id = sessionId ?? copyIdOf(file);
  const source = editSourceOf(file);
  const { session } = source;
  const plan = planOfCopy(draftPlan('fork'), source, io);
  const folder = placeOfCopy(file, io)?.folder ?? dirname(file);
  const request = {
    file,
    session,
    ...(!isEmptyPlan(plan) && { plan }),
    family: familyOf(file),
    folder,
    sessionId: id,
    newUuid: randomUUID,
  };
  const made = makeSession(request);
  if (made.kind === 'made') return open(made.file);
  throw new UserError(`${file} cannot be forked: the copy would not resume.`, {
    hint: 'See what is wrong with: unspool check',
  });
}
