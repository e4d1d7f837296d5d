import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchSession, withLock } from '@unspool/team';
import { type TakeInOptions, takeIn } from '../edit/take-in.js';
import type { Io } from '../io.js';
import { joinedTeam } from './as-user.js';
import { lockFile, queueOf } from './collecting.js';
import { findReadable, findShared } from './find-shared.js';

/** Puts a shared session where the client on this machine resumes it. */
export async function pull(query: string, options: TakeInOptions, io: Io): Promise<number> {
  const { client } = joinedTeam(io);
  const { owner, session } = await findReadable(query, client);
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-pull-'));
  try {
    const { manifest } = await fetchSession({ owner, session, reason: 'pull' }, client, join(scratch, 'raw'));
    takeIn({ manifest, scratch, what: `pull ${owner}/${session}` }, options, io);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export async function withdraw(query: string, { json }: { json?: boolean }, io: Io): Promise<number> {
  const { client, membership } = joinedTeam(io);
  const { owner, session } = await findShared(query, client);
  await client.withdraw(owner, session);
  if (owner === membership.person) await noteWithdrawn(session, io);
  if (json) io.out(`${JSON.stringify({ withdrawn: session, owner })}\n`);
  else io.out(`Withdrew ${session}. It is deleted from the team; copies that others have pulled remain.\n`);
  return 0;
}

/** Even if the session continues, it stays withdrawn until its owner shares it again. */
function noteWithdrawn(session: string, io: Io): Promise<void> {
  return withLock(lockFile(io), async () => {
    const queue = queueOf(io);
    const known = queue.get(session);
    if (known) queue.put({ ...known, isWithdrawn: true });
  });
}
