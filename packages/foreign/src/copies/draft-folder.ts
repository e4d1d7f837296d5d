import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';

/** Runs `work` with a private folder for drafts and removes it afterwards. Also removes folders left by killed processes. */
export function withDrafts<T>(folder: string, work: (drafts: string) => T): T {
  const all = join(folder, 'drafts');
  const own = join(all, randomUUID());
  makeFolder(own, 0o700);
  removeOld(all);
  try {
    return work(own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Longer than a translation takes. */
const OLD_MS = 24 * 3600 * 1000;

function removeOld(all: string): void {
  for (const name of readdirSync(all)) {
    const path = join(all, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > OLD_MS) rmSync(path, { recursive: true, force: true });
  }
}
