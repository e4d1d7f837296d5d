import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { forEachUsage, type UsageRecord } from '@unspool/session';
import { afterAll, describe, expect, it } from 'vitest';
import { detectAgent } from '../../src/detect.js';
import { ADAPTERS, type Adapter, type Extent, refresh } from '../../src/index.js';
import { FIXTURES } from '../support/places.js';

const home = mkdtempSync(join(tmpdir(), 'unspool-usage-only-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outside = process.env.UNSPOOL_CORPUS ? join(process.env.UNSPOOL_CORPUS, 'other-agents/samples') : undefined;

/** The samples that one adapter reads, as its only sources. */
function sourcesOf({ name }: Adapter, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((file) => statSync(file).isFile() && /\.(jsonl|json|db|zst)$/.test(file))
    .filter((file) => detectAgent(file, ADAPTERS)?.name === name)
    .sort();
}

/** What a report of tokens reads, by copy. */
function usages(adapter: Adapter, files: readonly string[], extent: Extent): [string, UsageRecord[]][] {
  const locate = () => files.map((file) => ({ file, stamp: '1' }));
  const root = mkdtempSync(join(home, `${adapter.name}-`));
  const { folder } = refresh({ ...adapter, locate }, { root, place: { env: {}, home, platform: 'linux' }, extent });
  if (!folder) return [];
  return readdirSync(folder.projects, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jsonl'))
    .sort()
    .map((path) => {
      const records: UsageRecord[] = [];
      const file = join(folder.projects, path);
      forEachUsage(file, (record) => records.push(record));
      return [relative(folder.projects, file), records];
    });
}

describe.each(ADAPTERS.map((adapter) => [adapter.name, adapter] as const))(
  'copies of usage alone: %s',
  (_, adapter) => {
    it.each([FIXTURES, ...(outside ? [outside] : [])])('report what copies of everything report: %s', (folder) => {
      const files = sourcesOf(adapter, folder);
      const whole = usages(adapter, files, 'everything');
      expect(usages(adapter, files, 'usage')).toEqual(whole);
      if (folder === FIXTURES && adapter.name !== 'atif') expect(whole.length).toBeGreaterThan(0);
    });
  },
);
