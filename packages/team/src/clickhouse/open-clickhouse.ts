import { TeamFailure } from '../contract/failure.js';
import type { TeamStore } from '../contract/store.js';
import { ClickHouseStore } from './clickhouse-store.js';
import { HttpServer } from './http-server.js';
import { type Dialect, schemaOf } from './schema.js';

export interface ClickHouseAddress {
  /** `clickhouse://USER:PASSWORD@HOST:PORT[,HOST:PORT…]/DATABASE`; `clickhouses://` for TLS. */
  store: string;
  cluster?: string;
}

/** The oldest version with the word index that the modern dialect uses, and the oldest version that works at all. */
const MODERN = [25, 12] as const;
const OLDEST = [18, 16] as const;

/** Opens a store in ClickHouse and creates missing tables. */
export async function openClickHouse({ store, cluster }: ClickHouseAddress): Promise<TeamStore> {
  const { urls, user, password, database } = addressOf(store);
  if (cluster !== undefined && !isName(cluster))
    throw wrongAddress('A cluster name may contain only letters, digits and _.');
  const base = { user, password };
  const firsts = urls.map((url) => new HttpServer({ ...base, url, database: 'default', hasParameters: false }));
  const versions = await Promise.allSettled(firsts.map((server) => server.query('SELECT version() AS version')));
  const known = versions.flatMap((each) => (each.status === 'fulfilled' ? String(each.value[0]?.['version']) : []));
  const [first] = versions;
  if (known.length === 0)
    throw first?.status === 'rejected' ? first.reason : wrongAddress('It does not name a server.');
  const dialect = dialectOf(known);
  await Promise.allSettled(firsts.map((server) => server.command(`CREATE DATABASE IF NOT EXISTS ${database}`)));
  const servers = urls.map((url) => new HttpServer({ ...base, url, database, hasParameters: dialect === 'modern' }));
  let made = 0;
  for (const server of servers) {
    try {
      for (const statement of schemaOf({ dialect, database, cluster })) await server.command(statement);
      made++;
    } catch (error) {
      if (made === 0 && server === servers.at(-1)) throw error;
    }
  }
  return new ClickHouseStore({ servers, dialect, isCluster: cluster !== undefined });
}

/** The dialect that all servers understand. */
function dialectOf(versions: readonly string[]): Dialect {
  const numbers = versions.map((version) => version.split('.').map(Number));
  const isAtLeast = ([major = 0, minor = 0]: number[], [wanted, wantedMinor]: readonly [number, number]) =>
    major > wanted || (major === wanted && minor >= wantedMinor);
  if (!numbers.every((each) => isAtLeast(each, OLDEST))) {
    throw new TeamFailure('store_unavailable', `ClickHouse ${versions[0]} is too old.`, {
      hint: `Use ${MODERN.join('.')} or newer.`,
    });
  }
  return numbers.every((each) => isAtLeast(each, MODERN)) ? 'modern' : 'core';
}

function addressOf(store: string): { urls: string[]; user: string; password: string; database: string } {
  const match = /^(clickhouses?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)(?:\/(\w*))?$/.exec(store);
  if (!match) throw wrongAddress('The format is clickhouse://USER:PASSWORD@HOST:8123/DATABASE.');
  const [, scheme, user = 'default', password = '', hosts = '', database = ''] = match;
  const isTls = scheme === 'clickhouses';
  return {
    urls: hosts.split(',').map((host) => {
      const address = `${isTls ? 'https' : 'http'}://${host}${/:\d+$/.test(host) ? '' : isTls ? ':8443' : ':8123'}`;
      if (!URL.canParse(address)) throw wrongAddress(`${host} is not the name of a host.`);
      return address;
    }),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: database || 'unspool',
  };
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w{0,63}$/.test(text);
}

function wrongAddress(why: string): TeamFailure {
  return new TeamFailure('bad_request', 'This is not the address of a ClickHouse store.', { why });
}
