import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageScanner } from '../../src/scan/scan-usage.js';
import { UsageTableScanner } from '../../src/scan/scan-usage-table.js';
import type { UsageRecord } from '../../src/scan/usage-record.js';
import { isPlainKey, usageKey } from '../../src/scan/usage-table.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-usage-table-'));
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

/** What is known of a reply: what it used, when it was told first, and the best rank it was told at. */
interface Row {
  counts: number[];
  model: string;
  flags: [boolean, boolean];
  time: number;
  owner: number;
}

const rankOf = (record: UsageRecord) => (record.isForked ? 20 : 10) + (record.isSidechain ? 1 : 0);

/** One place, and so the last of the reports with the most output counts, unless one before stood nearer. */
function byRecords(file: string): Map<string, Row> {
  const rows = new Map<string, Row & { source: number }>();
  const scanner = new UsageScanner();
  scanner.scan(file, (record, byte) => {
    const key = record.key ?? `line ${byte}`;
    const rank = rankOf(record);
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, model, isFast, isUs, time } = record;
    const known = rows.get(key);
    const counts = [input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches];
    const said = { counts, model, flags: [isFast, isUs] as [boolean, boolean], source: rank };
    if (!known) rows.set(key, { ...said, time, owner: rank });
    else {
      const times = [known.time, time].filter((each) => !Number.isNaN(each));
      const before = known.counts[1] ?? 0;
      const isBetter = output > before || (output === before && rank <= known.source);
      const counted = isBetter ? said : known;
      rows.set(key, {
        ...counted,
        time: times.length > 0 ? Math.min(...times) : Number.NaN,
        owner: Math.min(known.owner, rank),
      });
    }
  });
  return new Map([...rows].map(([key, { source, ...row }]) => [key, row]));
}

/** What the table has, and by its own words what has no place in it. */
function byTable(file: string): Map<string, Row> {
  const scanner = new UsageTableScanner();
  const { table } = scanner;
  const others: string[] = [];
  scanner.scan(file, {
    place: { rank: 10, sideRank: 11, order: 1 },
    makeRoom: () => expect.unreachable(),
    take: (record, byte) => {
      const key = record.key ?? `line ${byte}`;
      if (!isPlainKey(key)) others.push(key);
      else expect(table.add(key, record, { rank: rankOf(record), order: 1 })).toBe(true);
    },
  });
  expect(others).toEqual([]);
  const { counters, times, facts, owners } = table.columns();
  const ids = table.ids();
  return new Map(
    Array.from(times, (time, row) => [
      usageKey(ids, row),
      {
        counts: [...counters.subarray(row * 6, row * 6 + 6)],
        model: table.models[(facts[row] ?? 0) >> 2] ?? '',
        flags: [((facts[row] ?? 0) & 1) !== 0, ((facts[row] ?? 0) & 2) !== 0],
        time,
        owner: owners[row] ?? 0,
      },
    ]),
  );
}

function expectEqual(file: string): void {
  const sorted = (rows: Map<string, Row>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(byTable(file)), file).toEqual(sorted(byRecords(file)));
}

describe('a table of usage holds what the scan tells', () => {
  it.each(fixtures.map((file) => [file.slice(-60), file]))('%s', (_, file) => expectEqual(file));

  it.runIf(hasCorpus)('over all outside sessions', () => {
    for (const file of [...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))]) {
      expectEqual(file);
    }
  });

  const usage = (output: number, rest: object = {}) => ({
    message: {
      usage: { input_tokens: 3, output_tokens: output, cache_creation_input_tokens: 13, ...rest },
    },
  });
  const write = (text: string) => {
    const file = join(folder, 'session.jsonl');
    writeFileSync(file, text);
    return file;
  };

  it('of replies that are told again and again, here and there', () => {
    const time = fc.constantFrom(
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T09:59:59.999Z',
      '2024-02-29T10:00:00.000Z',
      '2024-03-01T00:00:00.000Z',
      '2025-12-31T23:59:59.000Z',
      '2026-13-01T10:00:00.000Z',
      '2026-01-01T24:00:00.000Z',
      '2026-01-01T10:00:00Z',
      '0050-01-01T10:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '1969-07-20T20:17:40.000Z',
      '1600-02-28T00:00:00.000Z',
      '2026-01-0xT10:00:00.000Z',
      'never',
    );
    const reply = fc.record({
      id: fc.constantFrom('msg_1', 'msg_2', 'msg_3', 'msg_4'),
      output: fc.nat({ max: 2 }),
      time,
      more: fc.constantFrom({}, { isSidechain: true }, { forkedFrom: { sessionId: 's', messageUuid: 'u' } }),
      cache: fc.constantFrom(
        {},
        { cache_creation: { ephemeral_5m_input_tokens: 6, ephemeral_1h_input_tokens: 7 } },
        { server_tool_use: { web_search_requests: 2 }, speed: 'fast' },
        { inference_geo: 'us' },
      ),
      model: fc.constantFrom('claude-x', 'claude-y', '<synthetic>'),
    });
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 25 }), (replies) => {
        const lines = script().user('go');
        for (const { id, output, time: timestamp, more, cache, model } of replies) {
          const { message } = usage(output, cache);
          lines.reply(id, 'text', { ...more, timestamp, message: { ...message, model } });
        }
        expectEqual(write(lines.text()));
      }),
      { numRuns: 200 },
    );
  });

  it('whatever is cut out and glued together', () => {
    const text = script()
      .user('first')
      .reply('m1', 'a \\" _tokens"', usage(7))
      .reply('m1', 'b', usage(9))
      .reply('m2', 'c', { ...usage(1), isSidechain: true })
      .reply('m3', 'd', usage(2))
      .text();
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(text.length), fc.constantFrom('', '\n', '\0', '{'), (from, to, glue) => {
        expectEqual(write(text.slice(0, Math.max(from, to)) + glue + text.slice(Math.min(from, to))));
      }),
      { numRuns: 150 },
    );
  });

  it('finds the replies of another', () => {
    const scanner = new UsageTableScanner();
    const other = new UsageTableScanner();
    const record = (key: string): UsageRecord => ({
      ...{ key, model: 'm', time: 1, input: 1, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
      ...{ webSearches: 0, isFast: false, isUs: false, isSidechain: false, isForked: false, isEmbedded: false },
    });
    for (let at = 0; at < 9000; at++) {
      scanner.table.add(`msg_${at}`, record(''), { rank: 1, order: 1 });
      other.table.add(`msg_${at * 3}`, record(''), { rank: 1, order: 1 });
    }
    const found = scanner.table.find(other.table.ids());
    expect([...found]).toEqual(Array.from({ length: 9000 }, (_, at) => (at * 3 < 9000 ? at * 3 : -1)));
  });

  it('says when it is full, and goes on when it was cleared', () => {
    const lines = script().user('go');
    for (let at = 0; at < 50; at++) lines.reply(`msg_${at % 20}`, 'text', usage(at));
    const file = write(lines.text());
    const scanner = new UsageTableScanner(7);
    const seen = new Map<string, number>();
    const empty = () => {
      const { counters } = scanner.table.columns();
      const ids = scanner.table.ids();
      expect(scanner.table.length).toBeLessThanOrEqual(7);
      for (let row = 0; row < scanner.table.length; row++) {
        const key = usageKey(ids, row);
        seen.set(key, Math.max(seen.get(key) ?? 0, counters[row * 6 + 1] ?? 0));
      }
      scanner.table.clear();
    };
    scanner.scan(file, {
      place: { rank: 1, sideRank: 2, order: 0 },
      makeRoom: empty,
      take: ({ key = '', output }) => seen.set(key, Math.max(seen.get(key) ?? 0, output)),
    });
    empty();
    expect(seen).toEqual(new Map(Array.from({ length: 20 }, (_, at) => [`msg_${at}`, at < 10 ? at + 40 : at + 20])));
  });
});
