import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import { cacheFolder, fetchSession } from '@unspool/team';
import type { Io } from '../io.js';
import { type ShowOptions, show } from '../show/show.js';
import { asUser, joinedTeam } from './as-user.js';
import { findReadable } from './find-shared.js';

/** Shows a shared session, which is fetched into a cache and then read like any other. */
export function showShared(query: string, options: ShowOptions, io: Io): Promise<number> {
  return asUser(async () => {
    const { client } = joinedTeam(io);
    const { owner, session } = await findReadable(query, client);
    const folder = cacheFolder(dataFolder(io), { owner, session });
    try {
      await fetchSession({ owner, session, reason: 'show' }, client, folder);
    } catch (error) {
      // It may have been withdrawn, so the cached copy is deleted too.
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    return show(join(folder, 'project', `${session}.jsonl`), options, io);
  });
}
