import { realpathSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { ADAPTERS, type OpenedFile, openForeign } from '@unspool/foreign';
import { configFolders } from '@unspool/session';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { agentLabel } from './agent.js';
import { agentOfCopy, copiesFolder } from './folders.js';

/** The file to read for a file given by its path: itself, or the copy of another agent's session. */
export function readableFile(path: string, io: Io): string {
  if (isOwn(path, io)) return path;
  const opened = openForeign(path, ADAPTERS, copiesFolder(io));
  if (!opened) return path;
  const agent = agentLabel(opened.adapter.name);
  const [problem] = opened.problems;
  if (problem) throw new UserError(`${safeLine(path)} cannot be read.`, { why: safeLine(problem.message) });
  const [only, ...others] = opened.sessions;
  if (only === undefined)
    throw new UserError(`${safeLine(path)} contains no conversation.`, {
      why: [`It is a file of ${agent}.`, ...damageIn(opened)].join('\n  '),
    });
  if (others.length === 0) return only;
  const ids = opened.sessions.map((file) => basename(file, '.jsonl'));
  throw new UserError(`${safeLine(path)} contains ${ids.length} sessions of ${agent}.`, {
    why: `${ids.slice(0, 8).map(safeLine).join('\n  ')}${ids.length > 8 ? `\n  … and ${ids.length - 8} more` : ''}`,
    hint: 'Name one by its id: unspool ls',
  });
}

/** The first records that could not be read: they may be the conversation. */
function damageIn({ made }: OpenedFile): string[] {
  const examples = made?.report.examples ?? [];
  return examples.map(({ where, message }) => `Not read: ${safeLine(where)}: ${safeLine(message)}`);
}

/** Sessions of Claude Code and copies need no look at their content. */
function isOwn(path: string, io: Io): boolean {
  if (agentOfCopy(path, io) !== undefined) return true;
  const real = realpathSync(path);
  return configFolders(io.env, io.home).some(({ projects }) => real.startsWith(realpathSync(projects) + sep));
}
