import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Calendar } from '../../src/usage/calendar.js';
import { exactDollars } from '../../src/usage/money.js';
import { Prices } from '../../src/usage/prices.js';
import { type GroupKind, reportOf } from '../../src/usage/reports.js';
import { scanSources, scanUsage, sourcesOf } from '../../src/usage/scan-usage.js';
import { generated, sessionsIn } from '../support/generated.js';

const prices = new Prices();
const options = { prices, calendar: new Calendar('UTC'), isWanted: () => true };

describe.each([
  ['clean', { mb: 6, files: 40, seed: 11 }],
  ['dirty', { mb: 6, files: 40, seed: 12, dirty: true }],
])('a %s store', (_, corpus) => {
  const { folder, truth } = generated(corpus);
  const sessions = sessionsIn(folder);

  it('counts every token once', () => {
    const scanned = scanUsage(sessions);
    const report = reportOf('models', scanned.usages(prices), options);
    expect(report.total.tokens).toEqual(truth.tokens);
    expect(scanned.replies).toBe(Object.keys(truth.messages).length);
    for (const row of report.rows) {
      const replies = Object.values(truth.messages).filter((reply) => reply.model === row.key);
      expect(row.sum.tokens.output).toBe(replies.reduce((sum, reply) => sum + reply.output, 0));
    }
  });

  it.each<GroupKind>(['daily', 'weekly', 'monthly', 'sessions', 'projects'])('%s adds up to the total', (kind) => {
    const report = reportOf(kind, scanUsage(sessions).usages(prices), options);
    const sum = (pick: (at: (typeof report.rows)[number]) => number) =>
      report.rows.reduce((all, row) => all + pick(row), 0);
    expect(sum((row) => row.sum.tokens.cacheRead)).toBe(truth.tokens.cacheRead);
    expect(sum((row) => row.sum.replies)).toBe(Object.keys(truth.messages).length);
    expect(exactDollars(report.rows.reduce((all, row) => all + row.sum.cost, 0n))).toBe(
      exactDollars(report.total.cost),
    );
  });

  it('does not depend on the order of files', () => {
    const forth = reportOf('sessions', scanUsage(sessions).usages(prices), options);
    const back = reportOf('sessions', scanUsage(sessions.toReversed()).usages(prices), options);
    expect(back.rows.map((row) => [row.key, row.sum.tokens])).toEqual(
      forth.rows.map((row) => [row.key, row.sum.tokens]),
    );
  });

  it('names files that cannot be read, and counts all files', () => {
    const missing = join(mkdtempSync(join(tmpdir(), 'unspool-missing-')), 'gone.jsonl');
    const ref = { sessionId: 'gone', slug: 'p', cwd: () => undefined };
    const sources = [{ ref, files: [{ file: missing, isAgent: false }] }, ...sourcesOf(sessions)];
    let files = 0;
    const scanned = scanSources(sources, () => files++);
    expect(scanned.problems).toEqual([{ file: missing, message: expect.stringContaining('ENOENT') }]);
    expect(scanned.replies).toBe(Object.keys(truth.messages).length);
    expect(files).toBe(sources.reduce((sum, source) => sum + source.files.length, 0));
  });
});

it('counts a copied reply in the session that it was made in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-copied-'));
  const [fork, origin] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const project = join(folder, 'projects/-w');
  mkdirSync(project, { recursive: true });
  for (const sessionId of [fork, origin]) {
    const usage = { input_tokens: 1, output_tokens: 2 };
    const message = { id: 'm1', role: 'assistant', model: 'claude-opus-5-5', content: [], usage };
    const line = { type: 'assistant', uuid: 'a', sessionId, timestamp: '2026-01-01T00:00:00.000Z', message };
    const copied = sessionId === fork ? { ...line, requestSessionId: origin } : line;
    writeFileSync(join(project, `${sessionId}.jsonl`), `${JSON.stringify(copied)}\n`);
  }
  const report = reportOf('sessions', scanUsage(sessionsIn(folder)).usages(prices), options);
  expect(report.rows.map(({ key }) => key)).toEqual([origin]);
});
