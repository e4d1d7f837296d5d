import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cloneFile, collectIds } from '../../src/edit/clone-file.js';
import { copySession } from '../../src/edit/copy-session.js';
import { FreshIds } from '../../src/edit/fresh-ids.js';
import { openSession } from '../../src/graph/open-session.js';
import { familyOf } from '../../src/locate/family.js';
import { planResume } from '../../src/resume/resume.js';
import { writeNewFile } from '../../src/write/new-file.js';
import { atOnce, BackgroundFile, inTurn, PlainFile } from '../../src/write/open-file.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function fast(file: string) {
  const draft = join(folder, `${randomUUID()}.tmp`);
  const sessionId = randomUUID();
  const order = { file, family: familyOf(file), draft, sessionId, newUuid: randomUUID };
  const copied = atOnce(copySession(order, (fd) => new PlainFile(fd)));
  if (!copied) {
    expect(existsSync(draft)).toBe(false);
    return undefined;
  }
  const text = readFileSync(draft, 'latin1');
  rmSync(draft);
  return { copied, text, sessionId };
}

/** The careful way, which looks at the file twice. */
function careful(file: string) {
  const draft = join(folder, `${randomUUID()}.tmp`);
  const sessionId = randomUUID();
  const ids = new FreshIds(randomUUID);
  const family = familyOf(file);
  collectIds(file, ids, sessionId);
  for (const agent of family.agents) collectIds(agent.file, ids, sessionId);
  ids.set(family.sessionId, sessionId);
  writeNewFile(draft, (sink) => cloneFile(file, { ids, left: { requests: 0, thoughts: 0 } }, sink));
  const text = readFileSync(draft, 'latin1');
  rmSync(draft);
  return { text, ids, sessionId };
}

/** Both copies with the old ids in the place of the new ones: that they are the same says that the same were replaced. */
/** Gives whether it resumes plainly; undefined when it has to be copied with care. */
function expectSame(file: string): boolean | undefined {
  const made = fast(file);
  if (!made) return undefined;
  const slow = careful(file);
  const source = readFileSync(file, 'latin1');
  const [fromFast, fromSlow] = [new Map<string, string>(), new Map<string, string>()];
  for (const id of new Set(source.match(TOKEN))) {
    const number = made.copied.ids.kernel.findText(id);
    const fresh = number === 0 ? undefined : made.copied.ids.kernel.newText(number);
    expect(fresh === made.sessionId, id).toBe(slow.ids.of(id) === slow.sessionId);
    if (fresh === made.sessionId) continue;
    if (fresh !== undefined) fromFast.set(fresh, id);
    fromSlow.set(slow.ids.of(id) ?? '', id);
  }
  const back = (text: string, ids: Map<string, string>, session: string) =>
    text.replaceAll(session, 'session').replace(TOKEN, (id) => ids.get(id) ?? id);
  expect(back(made.text, fromFast, made.sessionId)).toBe(back(slow.text, fromSlow, slow.sessionId));
  const session = openSession(file);
  const { lines, problems, problemCounts, size, resumesPlainly } = made.copied;
  expect({ lines, problems, problemCounts, size }).toEqual({
    lines: session.lines,
    problems: session.problems,
    problemCounts: session.problemCounts,
    size: session.size,
  });
  if (resumesPlainly) {
    const { chain, reasons } = planResume({ ...session, sessionId: randomUUID() });
    expect({ resumes: chain !== undefined, reasons }).toEqual({ resumes: true, reasons: [] });
  }
  return resumesPlainly;
}

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

describe('a copy in one pass', () => {
  it('is what the careful way makes, of every session', () => {
    const outside = hasCorpus
      ? ['corpus/files', 'real-client'].flatMap((name) => sessionFilesIn(corpusPath(name)))
      : [];
    const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));
    let same = 0;
    let plain = 0;
    for (const file of files) {
      // The family is found by the file's name.
      const named = join(folder, `${randomUUID()}.jsonl`);
      writeFileSync(named, readFileSync(file));
      const isPlain = expectSame(named);
      if (isPlain !== undefined) same++;
      if (isPlain) plain++;
      rmSync(named);
    }
    expect(same).toBeGreaterThan(files.length * 0.4);
    expect(plain).toBeGreaterThan(files.length * 0.2);
  });

  it('reads long lines and ids that come before the line that has them, far from it too', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const lines = ids.map((uuid, at) =>
      JSON.stringify({
        type: 'user',
        uuid,
        parentUuid: ids[at - 1] ?? null,
        timestamp: '2026-01-01T00:00:00.000Z',
        message: {
          role: 'user',
          content: `${ids[39 - at]} ${randomUUID()} ${'x'.repeat(at === 7 ? 900_000 : 40_000)}`,
        },
      }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    expect(expectSame(file)).toBe(true);
    expect(fast(file)?.copied.resumesPlainly).toBe(true);
    for (const id of ids) expect(fast(file)?.text).not.toContain(id);
  });

  it('ends, and does not say that it resumes, when a line is its own parent', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const [first, own] = [randomUUID(), randomUUID()];
    const times = { timestamp: '2026-01-01T00:00:00.000Z' };
    writeFileSync(
      file,
      [
        { type: 'user', uuid: first, parentUuid: null, message: { role: 'user', content: 'go' }, ...times },
        { type: 'system', subtype: 'x', uuid: own, parentUuid: own, ...times },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    expect(fast(file)?.copied.resumesPlainly).toBe(false);
  });

  it('is the same when it is written while more is made', async () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const line = (at: number, size: number) =>
      `${JSON.stringify({ type: 'user', uuid: idOf(at), parentUuid: at === 0 ? null : idOf(at - 1), message: { content: 'x'.repeat(size) } })}\n`;
    const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const requests = '{"type":"api-request","n":1}\n';
    for (const sizes of [
      [10],
      Array(3000).fill(700),
      [600_000, 5, 5, 1_300_000, 5, 300_000],
      Array.from({ length: 40 }, (_, at) => 200_000 + ((at * 271) % 97) * 9000),
    ]) {
      writeFileSync(file, sizes.map((size, at) => (at % 50 === 7 ? requests : '') + line(at, size)).join(''));
      const key = randomUUID();
      const sessionId = randomUUID();
      const order = { file, family: familyOf(file), sessionId, newUuid: () => key };
      const drafts = [join(folder, 'at-once.tmp'), join(folder, 'in-turn.tmp')] as const;
      const [first, second] = [
        atOnce(copySession({ ...order, draft: drafts[0] }, (fd) => new PlainFile(fd))),
        await inTurn(copySession({ ...order, draft: drafts[1] }, (fd) => new BackgroundFile(fd))),
      ];
      expect(first).toBeDefined();
      expect({ ...second, ids: undefined }).toEqual({ ...first, ids: undefined });
      expect(readFileSync(drafts[1]).equals(readFileSync(drafts[0]))).toBe(true);
      for (const draft of drafts) rmSync(draft);
    }
  });

  it('is refused for ids in capitals, ids that are no UUIDs, thoughts that name one, and a line without an end', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const [a, b] = [randomUUID(), randomUUID()];
    const line = (uuid: string, words: string) =>
      `${JSON.stringify({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: words, signature: 's' }] }, uuid })}\n`;
    for (const text of [
      line(a.toUpperCase(), ''),
      line('x1', ''),
      line(a, `see ${a}`),
      // Known only later.
      line(a, `see ${b}`) + line(b, ''),
      line(a, '').trimEnd(),
      // Seen long before the end.
      line('x1', '') + line(a, 'x'.repeat(700_000)).repeat(3),
    ]) {
      writeFileSync(file, text);
      expect(fast(file), text).toBeUndefined();
    }
    writeFileSync(file, line(a, `see ${b}`));
    expect(fast(file)?.text).toContain(b);
  });

  const samples = fixtures
    .slice(0, 60)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.length > 2 && line.length < 20_000);
  const known = [...new Set(samples.join('\n').match(TOKEN))].slice(0, 200);
  const put = fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom('"', '\\', '\0', '\n', ' ', '}{', '-', 'A', '{"type":"api-request","n":1}\n', '"uuid":null,'),
    fc.constantFrom('"type":"progress",', '"isSidechain":true,', '"thinking":"', '"uuid":"', '"sessionId":"'),
    fc.string({ maxLength: 4 }),
  );
  const damage = fc.record({
    line: fc.nat(samples.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(40)),
    put: fc.oneof(fc.constant(''), put),
  });

  it('is what the careful way makes, of whatever lines', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.nat(30),
        fc.array(damage, { maxLength: 4 }),
        (first, count, damages) => {
          const damaged = damages.map(({ line, at, length, put }) => {
            const text = samples[line] ?? '';
            const from = Math.floor(at * text.length);
            return `${text.slice(0, from)}${put}${text.slice(from + length)}`;
          });
          writeFileSync(file, [...samples.slice(first, first + count), ...damaged].map((line) => `${line}\n`).join(''));
          expectSame(file);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('ids in what was said', () => {
  const [order, first, second] = ['550e8400-e29b-41d4-a716-446655440000', randomUUID(), randomUUID()];
  const line = (more: object, parentUuid: string | null = null) =>
    `${JSON.stringify({ parentUuid, isSidechain: false, uuid: randomUUID(), sessionId, timestamp: '2026-01-01T00:00:00.000Z', ...more })}\n`;
  const sessionId = randomUUID();
  const text =
    line({ type: 'user', message: { role: 'user', content: `order ${order} in ${first} and ${second}` } }) +
    line({
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'tool_use', id: 't1', name: 'get', input: { uuid: order, at: { sessionId: first } } }],
      },
    }) +
    line({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ uuid: order }] }] },
      toolUseResult: { sessionId: second, deep: [{ uuid: order }] },
    });

  it.each([
    ['in one pass', (file: string) => fast(file)?.text],
    ['with care', (file: string) => careful(file).text],
  ])('stay, copied %s', (_, copied) => {
    const file = join(folder, `${sessionId}.jsonl`);
    writeFileSync(file, text);
    const copy = copied(file) ?? '';
    for (const id of [order, first, second]) expect(copy.split(id).length, id).toBe(text.split(id).length);
    expect(copy).not.toContain(sessionId);
  });
});
