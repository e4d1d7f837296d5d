import { openClickHouse, openDiskStore, type TeamStore } from '@unspool/team/service';
import { UserError } from '../user-error.js';
import { asUser } from './as-user.js';

export interface StoreOptions {
  store?: string;
  cluster?: string;
}

/** The store that `--store` names: a folder, or ClickHouse. */
export async function openStoreAt({ store, cluster }: StoreOptions, folder: string): Promise<TeamStore> {
  if (store !== undefined && /^clickhouses?:\/\//.test(store)) {
    return asUser(() => openClickHouse({ store, ...(cluster !== undefined && { cluster }) }));
  }
  if (cluster !== undefined) throw new UserError('--cluster needs --store clickhouse://….', { isUsage: true });
  if (store === undefined || !/^[a-z]+:\/\//.test(store)) return asUser(() => openDiskStore(store ?? folder));
  throw new UserError(`Cannot use "${store}" as a store.`, { hint: 'Use a folder or clickhouse://….', isUsage: true });
}
