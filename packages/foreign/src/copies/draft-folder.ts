import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { removeOlderThan } from './remove-old.js';

/** Runs `work` with a private folder for drafts and removes it afterwards. Also removes folders left by killed processes. */
export function withDrafts<T>(folder: string, work: (drafts: string) => T): T {
  const all = join(folder, 'drafts');
  const own = join(all, randomUUID());
  makeFolder(own, 0o700);
  removeOlderThan(OLD_MS, all);
  try {
    return work(own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Longer than a translation takes. */
const OLD_MS = 24 * 3600 * 1000;
