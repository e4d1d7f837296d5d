import { basename, dirname, join } from 'node:path';
import { configFolders } from '@unspool/session';
import { type EditPlan, type EditSource, withoutUnsignedThinking } from '@unspool/session/edit';
import { configPaths, cwdOf, projectFolderName } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { agentOfCopy } from '../session/folders.js';
import { UserError } from '../user-error.js';

/** Refuses to change a session of another agent: we have only a copy, which its next refresh would overwrite. */
export function refuseOtherAgent(file: string, io: Io, hint?: string): void {
  const agent = agentOfCopy(file, io);
  if (agent === undefined) return;
  throw new UserError(
    `This is a session of ${agentLabel(agent)}, and Unspool never changes sessions of other agents.`,
    {
      hint:
        hint ??
        `Convert it to a session of Claude Code, which can be edited: unspool convert ${basename(file, '.jsonl')} --to claude`,
    },
  );
}

/** Where a new session made of another agent's session goes: to the sessions of Claude Code in the same project. */
export function placeOfCopy(file: string, io: Io): { folder: string; cwd: string } | undefined {
  if (agentOfCopy(file, io) === undefined) return undefined;
  const cwd = cwdOf(file);
  if (cwd === undefined) return { folder: projectFolder(io.cwd, io), cwd: io.cwd };
  return { folder: join(projectsOf(io), basename(dirname(file))), cwd };
}

/** What an edit does to a session, and what else its copy needs if the session is another agent's. */
export function planOfCopy(plan: EditPlan, source: EditSource, io: Io): EditPlan {
  if (agentOfCopy(source.file, io) === undefined) return plan;
  return withoutUnsignedThinking(plan, source.session, source.turns);
}

/** Where the client keeps the sessions of a project, given the project's own folder. */
export function projectFolder(project: string, io: Io): string {
  return join(projectsOf(io), projectFolderName(project, io.env));
}

/** The client may never have been started here. */
function projectsOf(io: Io): string {
  const [config] = configFolders(io.env, io.home);
  const [path = join(io.home, '.claude')] = configPaths(io.env, io.home);
  return config?.projects ?? join(path, 'projects');
}
