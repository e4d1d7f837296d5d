import { join, sep } from 'node:path';
import {
  AGENT_NAMES,
  type AgentFolder,
  type AgentName,
  agentOf,
  type Extent,
  foreignFolders,
  type Origin,
  originOf,
} from '@unspool/foreign';
import { type ConfigFolder, configFolders } from '@unspool/session';
import { dataFolder } from '@unspool/store';
import { settingIn, settingsOf } from '../config/settings.js';
import type { Io } from '../io.js';
import { fullDisk } from '../not-writable.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';

/** The folders that sessions are in: those of Claude Code, and the copies of other agents' sessions, up to date. */
export function sessionFolders(io: Io): ConfigFolder[] {
  return [...configFolders(io.env, io.home), ...otherAgents(io)];
}

/** The same for reports of tokens: the copies hold nothing else, and are made in a fraction of the time. */
export function usageFolders(io: Io): ConfigFolder[] {
  return [...configFolders(io.env, io.home), ...refreshed(io, 'usage')];
}

/** The agent of a session file, if not Claude Code. */
export function clientOf(file: string, folders: readonly ConfigFolder[]): string | undefined {
  return folders.find(({ projects }) => file.startsWith(projects + sep))?.client;
}

/** Where the copies of other agents' sessions are. */
export function copiesFolder(io: Pick<Io, 'env' | 'home' | 'platform'>): string {
  return join(dataFolder(io), 'foreign');
}

/** The agent whose session a file in the folder of copies holds. */
export function agentOfCopy(file: string, io: Io): AgentName | undefined {
  return agentOf(file, copiesFolder(io));
}

/** Where a file in the folder of copies comes from. */
export function originOfCopy(file: string, io: Io): Origin | undefined {
  return originOf(file, copiesFolder(io));
}

/** The other agents whose sessions are read. */
export function wantedAgents(io: Io): AgentName[] {
  const setting = settingIn(settingsOf(io), 'agents') ?? 'all';
  if (setting === 'all') return [...AGENT_NAMES];
  const names = setting.split(',').map((name) => name.trim());
  return AGENT_NAMES.filter((name) => names.includes(name));
}

/** A command looks once. One that answers many requests makes an `Io` for each. */
const LOOKED = new WeakMap<Io, AgentFolder[]>();

function otherAgents(io: Io): AgentFolder[] {
  const looked = LOOKED.get(io) ?? refreshed(io, 'everything');
  LOOKED.set(io, looked);
  return looked;
}

function refreshed(io: Io, extent: Extent): AgentFolder[] {
  const agents = wantedAgents(io);
  let progress: Progress | undefined;
  try {
    const { folders, problems } = foreignFolders({
      root: copiesFolder(io),
      place: io,
      agents,
      extent,
      onProgress: ({ done, total }) => {
        if (done === 0) progress = new Progress("Reading other agents' sessions", total, io);
        progress?.step();
      },
    });
    progress?.clear();
    for (const { path, message } of problems) io.err(`${safeLine(path)}: not read: ${safeLine(message)}\n`);
    return folders;
  } catch (error) {
    const full = fullDisk(error);
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (!full && syscall === undefined) throw error;
    io.err(`The sessions of other agents are left out: ${safeLine(full?.message ?? message)}\n`);
    return [];
  } finally {
    progress?.clear();
  }
}
