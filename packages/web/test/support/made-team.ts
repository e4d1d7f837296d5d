import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions } from '@unspool/session';
import { configFolderAt } from '@unspool/session/locate';
import { collect, keepMembership, pushQueue, Queue, type ShareRule, TeamClient } from '@unspool/team';
import { openDiskStore, type RunningService, startService } from '@unspool/team/service';
import { copySamples } from './served.js';

export interface MadeTeam {
  service: RunningService;
  /** Joins the machine with this data folder to the team, as a person. */
  join(dataFolder: string, person: string, role?: 'member' | 'viewer'): Promise<void>;
  /** Shares the samples, or other sessions, as a person with another home. */
  shareSamples(person: string, rules: readonly ShareRule[], fill?: (config: string) => void): Promise<TeamClient>;
}

/** A team's service on loopback, with an embedded store. */
export async function madeTeam(): Promise<MadeTeam> {
  const store = await openDiskStore(mkdtempSync(join(tmpdir(), 'unspool-team-')));
  const service = await startService({ store, team: 'acme' });
  const joined = async (person: string, role: 'member' | 'viewer' = 'member') =>
    new TeamClient(service.url, undefined).join(await service.invite(person, role), 'laptop');
  return {
    service,
    join: async (dataFolder, person, role) => {
      keepMembership(dataFolder, { url: service.url, ...(await joined(person, role)) });
    },
    shareSamples: async (person, rules, fill = copySamples) => {
      const home = mkdtempSync(join(tmpdir(), 'unspool-laptop-'));
      const config = join(home, '.claude');
      mkdirSync(join(config, 'projects'), { recursive: true });
      fill(config);
      const folder = configFolderAt(config);
      const { token } = await joined(person);
      const client = new TeamClient(service.url, token);
      const queue = new Queue(join(home, 'queue'));
      const machine = { home: '/home/dev', platform: 'linux' };
      const { sessions } = folder ? listSessions(folder) : { sessions: [] };
      for (const _ of collect({ sessions, rules, queue, salt: 'salt', now: Date.now(), ...machine })) {
        // Each step queues one session.
      }
      const { problems } = await pushQueue({ queue, client, person, now: Date.now, ...machine });
      if (problems.length > 0) throw new Error(problems[0]?.message);
      return client;
    },
  };
}
