import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFile } from '../../src/check.js';
import { idsIn } from '../../src/edit/file-ids.js';
import { checkDraft, draftSession } from '../../src/edit/new-session.js';
import { UuidSet } from '../../src/edit/uuid-set.js';
import { familyOf } from '../../src/locate/family.js';
import { openSession } from '../../src/model/open-session.js';
import { planResume } from '../../src/resume/resume.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function copyOf(file: string, session = openSession(file)) {
  const draft = join(folder, `${randomUUID()}.tmp`);
  const sessionId = randomUUID();
  const request = { file, session, family: familyOf(file), sessionId, newUuid: randomUUID };
  const made = draftSession(request, draft);
  const written = checkDraft(draft, request, made);
  const text = readFileSync(draft, 'latin1');
  const { unknown, messages, faults, damagedLines, ...read } = checkFile(draft, { sessionId });
  rmSync(draft);
  return { ...made, text, sessionId, session, check: written, read };
}

/**
 * Checks that the copy differs from its source only in ids, and that each old id became one new id. Returns whether it
 * could check.
 */
function expectExact(file: string): boolean {
  const { text, sessionId, session, left, check, read } = copyOf(file);
  expect({ ...check, file: '' }, file).toEqual({ ...read, file: '' });
  const source = readFileSync(file, 'latin1');
  const whole = source === '' || source.endsWith('\n') ? source : `${source}\n`;
  const hasOddIds = session.nodes.some(({ uuid }) => uuid !== undefined && !/^[\da-f-]{36}$/i.test(uuid));
  if (left.requests + left.thoughts > 0 || hasOddIds || text.length !== whole.length) return false;
  const lines = new UuidSet();
  const { sessions } = idsIn(file, lines);
  const news = new Map<string, string>();
  const own = basename(file, '.jsonl');
  const wrong: string[] = [];
  for (const { 0: old, index } of whole.matchAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi)) {
    const made = text.slice(index, index + old.length);
    const isSession = sessions.has(old) || old === own;
    const isRight = isSession ? made === sessionId : (made !== old) === lines.has(Buffer.from(old), 0);
    if (!isRight || (news.get(old) ?? made) !== made) wrong.push(`${old} became ${made}`);
    news.set(old, made);
  }
  expect(wrong, file).toEqual([]);
  const olds = new Map([...news].filter(([, id]) => id !== sessionId).map(([old, id]) => [id, old]));
  expect(olds.size).toBe([...news.values()].filter((id) => id !== sessionId).length);
  const anySession = (id: string) => (news.get(id) === sessionId || id === sessionId ? 'session' : id);
  const back = text.replace(/[\da-f-]{36}/gi, (id) => anySession(olds.get(id) ?? id));
  expect(back === whole.replace(/[\da-f-]{36}/gi, anySession), file).toBe(true);
  expect(read.lines).toEqual(session.lines);
  const { chain, reasons } = planResume({ ...session, sessionId });
  expect({ resumes: check.resumes, reasons: check.reasons }, file).toEqual({ resumes: chain !== undefined, reasons });
  return true;
}

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

describe('a copy', () => {
  it('equals its source except for ids, for every session', () => {
    const outside = hasCorpus
      ? ['corpus/files', 'real-client'].flatMap((name) => sessionFilesIn(corpusPath(name)))
      : [];
    const files = distinct([...fixtures, ...outside]).filter((file) => !basename(file).startsWith('agent-'));
    let exact = 0;
    for (const file of files) {
      // The family is found by the file's name.
      const named = join(folder, `${randomUUID()}.jsonl`);
      writeFileSync(named, readFileSync(file));
      if (expectExact(named)) exact++;
      rmSync(named);
    }
    expect(exact).toBeGreaterThan(files.length * 0.4);
  });

  it('replaces ids on long lines, and ids that occur far before the line that has them', () => {
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
    expect(expectExact(file)).toBe(true);
    const { text, check } = copyOf(file);
    expect(check.resumes).toBe(true);
    for (const id of ids) expect(text).not.toContain(id);
  });

  it('reports that an exact copy resumes, and counts what is left out', () => {
    const file = smallSession();
    appendFileSync(file, '{"type":"api-request","n":1}\n');
    expect(copyOf(file)).toMatchObject({
      check: { resumes: true, roundTrip: true, lines: { total: 2 } },
      left: { requests: 1 },
    });
  });

  it('contains only what was read if the source has grown since', () => {
    const file = smallSession();
    // This has no place in a copy, so there is a plan.
    appendFileSync(file, '{"type":"api-request","n":1}\n');
    const session = openSession(file);
    appendFileSync(file, line({ type: 'user', uuid: randomUUID(), message: { role: 'user', content: 'late' } }));
    const { text, check } = copyOf(file, session);
    expect(text).not.toContain('late');
    expect(check.lines.total).toBe(session.lines.total - 1);
  });

  it('replaces ids in capitals and ids that are not UUIDs, and ends its last line', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const [a, b] = [randomUUID(), randomUUID()];
    const thought = (uuid: string, words: string) =>
      `${JSON.stringify({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: words, signature: 's' }] }, uuid })}\n`;
    const made = (text: string) => {
      writeFileSync(file, text);
      return copyOf(file).text;
    };
    expect(made(thought(a.toUpperCase(), ''))).not.toContain(a.toUpperCase());
    expect(made(thought('x1', ''))).not.toContain('x1');
    expect(made(thought(a, '').trimEnd()).endsWith('}\n')).toBe(true);
    expect(made(thought(a, `see ${a}`))).toBe('');
    // Only known later.
    expect(made(thought(a, `see ${b}`) + thought(b, '')).split('\n')).toHaveLength(2);
    expect(made(thought(a, `see ${b}`))).toContain(b);
  });

  const samples = fixtures
    .slice(0, 60)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((each) => each.length > 2 && each.length < 20_000);
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

  it('equals its source except for ids, for any lines', () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    let exact = 0;
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.nat(30),
        fc.array(damage, { maxLength: 4 }),
        (first, count, damages) => {
          const damaged = damages.map(({ line: at, at: part, length, put: text }) => {
            const sample = samples[at] ?? '';
            const from = Math.floor(part * sample.length);
            return `${sample.slice(0, from)}${text}${sample.slice(from + length)}`;
          });
          writeFileSync(file, [...samples.slice(first, first + count), ...damaged].map((each) => `${each}\n`).join(''));
          if (expectExact(file)) exact++;
        },
      ),
      { numRuns: 400 },
    );
    expect(exact).toBeGreaterThan(200);
  });
});

function line(fields: object): string {
  return `${JSON.stringify({ sessionId: randomUUID(), timestamp: '2026-01-01T00:00:00.000Z', ...fields })}\n`;
}

function smallSession(): string {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const [a, b] = [randomUUID(), randomUUID()];
  const user = { type: 'user', message: { role: 'user', content: `see ${b}` }, uuid: a, parentUuid: null };
  const reply = { type: 'assistant', message: { id: 'm', role: 'assistant', content: 'yes' }, uuid: b, parentUuid: a };
  writeFileSync(file, line(user) + line(reply));
  return file;
}

it('ids in message content stay', () => {
  const [order, first, second] = ['550e8400-e29b-41d4-a716-446655440000', randomUUID(), randomUUID()];
  const sessionId = randomUUID();
  const output = (more: object, parentUuid: string | null = null) =>
    line({ parentUuid, isSidechain: false, uuid: randomUUID(), ...more, sessionId });
  const text =
    output({ type: 'user', message: { role: 'user', content: `order ${order} in ${first} and ${second}` } }) +
    output({
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'tool_use', id: 't1', name: 'get', input: { uuid: order, at: { sessionId: first } } }],
      },
    }) +
    output({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ uuid: order }] }] },
      toolUseResult: { sessionId: second, deep: [{ uuid: order }] },
    });
  const file = join(folder, `${sessionId}.jsonl`);
  writeFileSync(file, text);
  const copy = copyOf(file).text;
  for (const id of [order, first, second]) expect(copy.split(id).length, id).toBe(text.split(id).length);
  expect(copy).not.toContain(sessionId);
});
