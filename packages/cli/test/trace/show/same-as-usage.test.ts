import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyOf, type SessionFile } from '@unspool/session';
import { configFolderAt, sessionsAndRemains } from '@unspool/session/locate';
import { exactDollars, newSum, Prices, scanUsage, UsageTally } from '@unspool/store';
import { Neighbours, openTrace, type Span } from '@unspool/trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costWith } from '../../../src/trace/cost-of.js';
import { corpus, hasCorpus } from '../../support/corpus.js';

const fixtures = join(import.meta.dirname, '../../../../trace/fixtures/sessions');
const corpusPath = (path: string) => join(corpus ?? '', path);
const prices = new Prices();

/** Each reply in exactly one span: the sums over spans are those of `unspool usage`. */
describe('usage over spans', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-trace-usage-'));
  beforeAll(() => {
    for (const project of projectsIn(fixtures))
      cpSync(project.path, join(folder, 'own/projects', project.name), { recursive: true });
    if (!hasCorpus) return;
    const outside = projectsIn(corpusPath('real-client/sessions'));
    for (const project of outside)
      cpSync(project.path, join(folder, 'client/projects', project.name), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is what unspool usage says, session by session and over all', () => expectSame(join(folder, 'own')));

  it('includes web searches that only the results of calls report', () => {
    const project = join(folder, 'searches');
    const file = join(project, `${ID}.jsonl`);
    mkdirSync(join(project, ID, 'subagents'), { recursive: true });
    writeFileSync(join(project, ID, 'subagents', 'agent-a1.jsonl'), linesOf(AGENT_LINES));
    writeFileSync(file, linesOf(MAIN_LINES));
    const session = alone(file);
    const spans = spansOf(session, new Neighbours());
    expect(spanSums(spans)).toEqual(usageSums([session]));
    const searches = spans.map(({ attributes }) => attributes['langfuse.observation.metadata.web_searches']);
    expect(searches.filter((count) => count !== undefined).sort()).toEqual(['3', '3', '4']);
  });

  it.skipIf(!hasCorpus)('is the same over all sessions that the client wrote', () =>
    expectSame(join(folder, 'client')),
  );

  it.skipIf(!hasCorpus)('is the same over public sessions', () => {
    const files = readdirSync(corpusPath('corpus'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.name.startsWith('agent-'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) {
      const session = alone(file);
      expect(spanSums(spansOf(session, new Neighbours())), file).toEqual(usageSums([session]));
    }
  });
});

function expectSame(config: string): void {
  const place = configFolderAt(config);
  const sessions = place ? sessionsAndRemains(place) : [];
  expect(sessions.length).toBeGreaterThan(20);
  const neighbours = new Neighbours();
  const stored = new Map<string, Span>();
  for (const session of sessions) {
    const spans = spansOf(session, neighbours);
    expect(new Set(spans.map((span) => span.spanId)).size, session.file).toBe(spans.length);
    expect(spanSums(spans), session.file).toEqual(usageSums([session]));
    for (const span of spans) stored.set(span.spanId, span);
  }
  // A backend stores a copied turn once, and so does the sum over all sessions.
  expect(spanSums([...stored.values()])).toEqual(usageSums(sessions));
}

function spansOf(session: SessionFile, neighbours: Neighbours): Span[] {
  const costOf = costWith(() => prices);
  const family = familyOf(session);
  const { turns } = openTrace({ file: session.file, family, neighbours, content: 'none', costOf, isEnded: true });
  return turns.flatMap((turn) => turn.spans());
}

function spanSums(spans: readonly Span[]) {
  const sums = { replies: 0, input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, dollars: 0 };
  for (const { attributes } of spans) {
    const details = attributes['langfuse.observation.usage_details'];
    if (typeof details !== 'string') continue;
    const usage = JSON.parse(details);
    sums.replies++;
    sums.input += usage.input;
    sums.output += usage.output;
    sums.cacheRead += usage.cache_read_input_tokens;
    sums.cacheWrite5m += usage.input_cache_creation_5m;
    sums.cacheWrite1h += usage.input_cache_creation_1h;
    sums.dollars += Number(attributes['gen_ai.usage.cost'] ?? 0);
  }
  return { ...sums, dollars: sums.dollars.toFixed(9) };
}

function usageSums(sessions: readonly SessionFile[]) {
  const tally = new UsageTally();
  for (const usage of scanUsage(sessions).usages(prices)) tally.add({ ...usage });
  const sum = newSum();
  tally.addTo(sum, prices);
  return { replies: sum.replies, ...sum.tokens, dollars: Number(exactDollars(sum.cost)).toFixed(9) };
}

function alone(file: string): SessionFile {
  const family = familyOf(file);
  return {
    file,
    sessionId: family.sessionId,
    slug: '',
    size: 0,
    mtimeMs: 0,
    hasMain: true,
    hasUuidName: true,
    agentFiles: family.agents,
  };
}

function projectsIn(folder: string): { path: string; name: string }[] {
  return readdirSync(folder).flatMap((version) =>
    readdirSync(join(folder, version)).flatMap((scenario) =>
      readdirSync(join(folder, version, scenario)).map((name) => ({
        path: join(folder, version, scenario, name),
        name: `-${version}-${scenario}${name}`,
      })),
    ),
  );
}

const ID = '00000000-0000-4000-8000-000000000000';
const AGENT = { isSidechain: true, agentId: 'a1' };
/** 2 + 1 searches of two calls, the second result twice; 4 that the reply reports itself; and a tool that does not search. */
const MAIN_LINES = [
  { type: 'user', message: { role: 'user', content: 'look it up' } },
  searching('m1', ['t1', 't2']),
  found('t1', 2),
  found('t2', 1),
  found('t2', 1),
  searching('m2', ['t3'], 4),
  found('t3', 4),
  searching('m3', ['t4'], 0, 'Bash'),
  found('t4', 5),
];
const AGENT_LINES = [
  { type: 'user', message: { role: 'user', content: 'look this up' }, ...AGENT },
  { ...searching('s1', ['t5']), ...AGENT },
  { ...found('t5', 3), ...AGENT },
];

function searching(id: string, calls: readonly string[], webSearches = 0, name = 'WebSearch'): object {
  const usage = { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: webSearches } };
  const content = calls.map((call) => ({ type: 'tool_use', id: call, name, input: { query: 'q' } }));
  return { type: 'assistant', message: { id, role: 'assistant', model: 'claude-opus-4-5', content, usage } };
}

function found(call: string, searchCount: number): object {
  const content = [{ type: 'tool_result', tool_use_id: call, content: 'found' }];
  return { type: 'user', message: { role: 'user', content }, toolUseResult: { query: 'q', searchCount } };
}

/** Each line follows the one before, a second later. */
function linesOf(entries: readonly object[]): string {
  const uuid = (at: number) => `${ID.slice(0, 24)}${String(at).padStart(12, '0')}`;
  const lines = entries.map((entry, at) => ({
    uuid: uuid(at),
    parentUuid: at === 0 ? null : uuid(at - 1),
    timestamp: new Date(Date.UTC(2026, 4, 1, 10, 0, at)).toISOString(),
    sessionId: ID,
    ...entry,
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
