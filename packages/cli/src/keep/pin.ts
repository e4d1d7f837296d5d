import { changeLabel, dataFolder } from '@unspool/store';
import { withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { idOf } from './session-id.js';

export interface PinOptions {
  off?: boolean;
  json?: boolean;
}

/** Pinned sessions come first in every list. */
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
