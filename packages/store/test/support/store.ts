import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders, type Tokens } from '@unspool/session';
import { type IndexResult, updateIndex } from '../../src/indexing/indexer.js';
import { ledgerUsage } from '../../src/ledger/ledger-usage.js';
import { openStore } from '../../src/schema/open-store.js';
import type { Database } from '../../src/sqlite/database.js';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { type Report, reportOf } from '../../src/usage/reports.js';

export const prices = new Prices();

export function newStoreFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'unspool-db-')), 'unspool.db');
}

export async function newStore(): Promise<Database> {
  return (await openStore(newStoreFile())).database;
}

export function update(database: Database, folder: string): IndexResult {
  return updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: folder }, '/'), { prices });
}

export function ledgerReport(database: Database, kind: 'daily' | 'sessions' = 'sessions'): Report {
  const options = { prices, calendar: new Calendar('UTC'), isWanted: () => true };
  return reportOf(kind, ledgerUsage(database), options);
}

export function ledgerTokens(database: Database): Tokens {
  return ledgerReport(database).total.tokens;
}

export function count(database: Database, sql: string): number {
  return Number(database.prepare(`SELECT ${sql} AS n`).get()?.['n']);
}
