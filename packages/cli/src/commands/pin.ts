import { changeLabel, dataFolder } from '@unspool/store';
import { writing } from '../edit/not-writable.js';
import type { Io } from '../io.js';
import { idOf } from '../keep/session-id.js';
import { withIndex } from '../search/up-to-date.js';

export interface PinOptions {
  off?: boolean;
  json?: boolean;
}

/** Pinned sessions stand first in every list. */
export async function pin(query: string, options: PinOptions, io: Io): Promise<number> {
  const sessionId = idOf(query, io);
  return withIndex(io, (database) => {
    const store = { database, dataFolder: dataFolder(io) };
    const { isPinned } = writing(() => changeLabel(store, sessionId, { pin: options.off !== true, now: io.now }));
    if (options.json) io.out(`${JSON.stringify({ sessionId, isPinned }, null, 2)}\n`);
    else io.out(`${sessionId} is ${isPinned ? 'pinned' : 'not pinned'}\n`);
    return 0;
  });
}
