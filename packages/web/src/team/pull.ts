import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { arrive, type Journal } from '@unspool/session/edit';
import { projectFolderName } from '@unspool/session/locate';
import { fetchSession, requireMembership, TeamClient } from '@unspool/team';
import { AppFailure, wrongRequest } from '../failure.js';
import type { Setting } from '../thread/setting.js';
import type { TeamPulled } from '../view/team-view.js';
import { asAppFailure } from './team-failure.js';

export interface PullRequest {
  owner: string;
  session: string;
  /** The folder to continue in; null for the matching folder on this machine. */
  folder: string | null;
  /** Pull it as a new session with its own id. */
  isNew: boolean;
}

/** Puts a shared session where the client on this machine resumes it. The service records who pulled it. */
export async function pullShared(
  { owner, session, folder, isNew }: PullRequest,
  { configs, team }: Setting,
  journal: Journal,
): Promise<TeamPulled> {
  if (!team) throw new AppFailure(409, 'This machine is not part of a team.');
  const { home, env, dataFolder } = team;
  const cwd = folder === null ? undefined : folder.replace(/^~(?=[\\/]|$)/, () => home);
  if (cwd !== undefined && !isAbsolute(cwd)) throw wrongRequest('The folder must be an absolute path.');
  const [target] = configs;
  if (!target) throw new AppFailure(409, 'There is no config folder to put it into.');
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-pull-'));
  try {
    const { url, token } = requireMembership(dataFolder);
    const order = { owner, session, reason: 'pull' } as const;
    const { manifest } = await fetchSession(order, new TeamClient(url, token), join(scratch, 'raw'));
    const arrived = arrive({
      manifest,
      scratch,
      cwd,
      isNew,
      home,
      configs,
      target,
      projectFolder: (path) => projectFolderName(path, env),
      journal,
      edit: { at: new Date().toISOString(), what: `pull ${owner}/${session}` },
    });
    switch (arrived.kind) {
      case 'nowhere':
        throw new AppFailure(409, 'Cannot find the project on this machine.', { hint: 'Enter its folder.' });
      case 'exists':
        throw new AppFailure(409, 'This session is already on this machine and is not overwritten.', {
          why: arrived.file,
          hint: 'Pull it as a new session.',
        });
      case 'arrived': {
        const id = basename(arrived.file, '.jsonl');
        return { id, folder: arrived.cwd, command: `claude --resume ${id}`, undo: arrived.undo };
      }
      default:
        throw new AppFailure(409, 'The session would not resume here, so nothing was written.', {
          why: arrived.check.reasons.map(({ message }) => message).join('\n'),
        });
    }
  } catch (error) {
    throw asAppFailure(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
