import { sessionsAndRemains } from '@unspool/session/locate';
import {
  type CauseKind,
  causesOf,
  filesWithoutCauses,
  isOfClient,
  ledgerCauses,
  openStore,
  Prices,
  parsePrices,
  sessionRef,
  type Usage,
} from '@unspool/store';
import type { Setting } from '../thread/setting.js';
import type { UsageRow } from '../view/routes.js';
import { isInTime, keyOf, sumView, type UsageQuery } from './usage-page.js';

/** The same period, agent and sessions as on the usage page. */
export interface CausesQuery extends Pick<UsageQuery, 'since' | 'until' | 'client'> {
  /** Only these sessions, by `keyOf`; all if undefined. */
  sessions?: string[];
}

/** What tools, skills or sub-agents cost. If an older version built the index, transcripts are read instead. */
export async function causes(kind: CauseKind, query: CausesQuery, setting: Setting): Promise<UsageRow[]> {
  const { configs, ownPrices } = setting;
  const prices = ownPrices === undefined ? new Prices() : new Prices(parsePrices(ownPrices));
  const sessions = query.sessions && new Set(query.sessions);
  const isWanted = (usage: Usage) =>
    isInTime(usage, query) &&
    isOfClient(usage.session.client, query.client) &&
    (sessions?.has(keyOf(usage.session)) ?? true);
  const { database } = await openStore(setting.database);
  try {
    const report =
      filesWithoutCauses(database).length > 0
        ? causesOf(kind, configs.flatMap(sessionsAndRemains), sessionRef, { prices, isWanted })
        : ledgerCauses(kind, database, { prices, isWanted });
    return report.rows.map((row) => ({ key: row.key, sessionCount: row.sessions.size, ...sumView(row.sum) }));
  } finally {
    database.close();
  }
}
