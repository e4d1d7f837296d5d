import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStore, type RunningService, startService } from '@unspool/team/service';
import { type MadeHome, madeHome } from './made-home.js';

export interface TeamOfTwo {
  service: RunningService;
  ana: MadeHome;
  bob: MadeHome;
}

/** Ana and Bob, each with a home of their own, in one team. */
export async function teamOfTwo(): Promise<TeamOfTwo> {
  const store = await openDiskStore(mkdtempSync(join(tmpdir(), 'unspool-team-')));
  const service = await startService({ store, team: 'acme' });
  const [ana, bob] = [madeHome(Date.now()), madeHome(Date.now())];
  await joinAs(ana, service, 'ana');
  await joinAs(bob, service, 'bob');
  return { service, ana, bob };
}

export async function joinAs(home: MadeHome, service: RunningService, person: string): Promise<void> {
  const role = person === 'ana' ? 'admin' : 'member';
  const { exitCode, err } = await home.unspool('team', 'join', service.url, await service.invite(person, role));
  if (exitCode !== 0) throw new Error(err);
}
