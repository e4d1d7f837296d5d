import { openDiskStore, type TeamStore } from '@unspool/team/service';
import { UserError } from '../user-error.js';

/** The store that `--store` names: a folder by default. */
export async function openStoreAt({ store }: { store?: string; cluster?: string }, folder: string): Promise<TeamStore> {
  if (store === undefined) return openDiskStore(folder);
  if (!/^[a-z]+:\/\//.test(store)) return openDiskStore(store);
  throw new UserError(`There is no store for ${store}.`, { hint: 'Use a folder.', isUsage: true });
}
