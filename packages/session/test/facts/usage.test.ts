import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forEachUsage, SEARCH_COUNTER } from '../../src/facts/for-each-usage.js';
import { COUNTER, type UsageRecord } from '../../src/facts/usage.js';
import { UsageCursor } from '../../src/facts/usage-cursor.js';
import { readLines } from '../../src/read/read-lines.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-usage-'));
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

const decode = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

function byReading(file: string): UsageRecord[] {
  const cursor = new UsageCursor();
  const records: UsageRecord[] = [];
  for (const line of readLines(file)) {
    for (const object of line.objects) {
      const record = cursor.usageOf(object);
      // A line without any counter has no usage.
      const text = decode(line.bytes);
      if (record && (text.includes(COUNTER) || text.includes(SEARCH_COUNTER))) records.push(record);
    }
  }
  return records;
}

function byScanning(file: string): UsageRecord[] {
  const records: UsageRecord[] = [];
  forEachUsage(file, (record) => records.push(record));
  return records;
}

function expectEqual(file: string): void {
  expect(byScanning(file), file).toEqual(byReading(file));
}

describe('usage equals that of parsing every line', () => {
  it.each(fixtures.map((file) => [file.slice(-60), file]))('%s', (_, file) => expectEqual(file));

  it.runIf(hasCorpus)('over all outside sessions', () => {
    for (const file of distinct([
      ...sessionFilesIn(corpusPath('corpus')),
      ...sessionFilesIn(corpusPath('real-client')),
    ])) {
      expectEqual(file);
    }
  });

  const usage = {
    input_tokens: 3,
    output_tokens: 7,
    cache_read_input_tokens: 11,
    cache_creation_input_tokens: 13,
    cache_creation: { ephemeral_5m_input_tokens: 6, ephemeral_1h_input_tokens: 7 },
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
    speed: 'fast',
    inference_geo: 'us',
  };
  const inner = {
    type: 'assistant',
    timestamp: '2026-01-01T10:00:00.000Z',
    message: { id: 'm9', role: 'assistant', model: 'claude-x', content: [], usage },
  };
  const session = () =>
    script()
      .user('first "_tokens" and {"usage":{"input_tokens":1}}')
      .reply('m1', 'a \\" _tokens"', { message: { usage } })
      .call('m2', 't1', 'Bash', { usage: { input_tokens: 5 }, message: { x: 1 } })
      .reply('m2', 'b', { message: { usage } })
      .result('t1', 'x'.repeat(3000), { toolUseResult: { usage: { input_tokens: 99, output_tokens: 3 } } })
      .line({ type: 'progress', data: { type: 'agent_progress', message: inner, agentId: 'a1' } })
      .call('m6', 't6', 'WebSearch', { query: 'q' }, { message: { usage: { output_tokens: 1 } } })
      .result('t6', 'found', { toolUseResult: { query: 'q', searchCount: 2 } })
      .result('t7', 'found', { toolUseResult: { toolStats: { searchCount: 2 } } })
      .reply('m3', 'c', { message: { usage: { output_tokens: 5 } }, timestamp: '2024-02-29T10:00:00Z' })
      .reply('m4', 'c', { message: { model: '<synthetic>', usage } })
      .reply('m5', 'd', { message: { usage }, forkedFrom: { sessionId: 's0', messageUuid: 'u' } })
      .text();

  it.each([
    ['whole', session()],
    ['all on one line', session().replaceAll('\n', '')],
    ['CRLF', session().replaceAll('\n', '\r\n')],
    ['NUL bytes', session().replaceAll('\n', '\n\0\0')],
    ['torn tail', session().slice(0, -40)],
    ['spaces', session().replaceAll('":', '" : ')],
  ])('%s', (name, text) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.jsonl`);
    writeFileSync(file, text);
    expect(byReading(file).length).toBeGreaterThan(2);
    expectEqual(file);
  });

  it('a reply after a torn result', () => {
    const text = session();
    const file = join(folder, 'behind.jsonl');
    writeFileSync(file, text.slice(0, 1956) + text.slice(1206));
    expectEqual(file);
  });

  it('with any part cut out or glued', () => {
    const text = session();
    const file = join(folder, 'cut.jsonl');
    const place = fc.nat(text.length);
    fc.assert(
      fc.property(place, place, fc.constantFrom('', '\n', '\0', '{'), (from, to, glue) => {
        writeFileSync(file, text.slice(0, Math.max(from, to)) + glue + text.slice(Math.min(from, to)));
        expectEqual(file);
      }),
      { numRuns: 300 },
    );
  });
});
