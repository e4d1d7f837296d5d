import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { idsIn } from '../../src/edit/file-ids.js';
import { UuidSet } from '../../src/edit/uuid-set.js';
import { linePaths } from '../../src/format/paths.js';
import { nodesInto, readNodes } from '../../src/model/open-session.js';
import { SessionBuilder } from '../../src/model/session.js';
import type { Fields } from '../../src/read/fields.js';
import type { JsonObject } from '../../src/read/line.js';
import { LineReader, parsedFields } from '../../src/read/line-reader.js';
import { parseLine } from '../../src/read/parse.js';
import type { ListPath, Path } from '../../src/read/path.js';
import { type ReadOptions, readLines } from '../../src/read/read-lines.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { expectEqual } from '../support/expect-equal.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-walked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything in a builder, as plain data. */
function known({ nodes, lines, problems, problemCounts }: SessionBuilder): unknown {
  return { nodes: nodes.map((node) => ({ ...node, place: node.place })), lines, problems, problemCounts };
}

function parsed(file: string, options: ReadOptions = {}): SessionBuilder {
  const builder = new SessionBuilder();
  for (const line of readLines(file, options)) builder.add(line);
  return builder;
}

function walked(file: string, options: ReadOptions = {}): SessionBuilder {
  const builder = new SessionBuilder();
  readNodes(file, builder, options);
  return builder;
}

function expectSame(file: string, options: ReadOptions = {}): void {
  expectEqual(known(walked(file, options)), known(parsed(file, options)));
  expectSameFields(file);
}

/** Every path of every walked line, read in every way, from the bytes and from the parsed line. */
function expectSameFields(file: string): void {
  const bytes = readFileSync(file);
  new LineReader({
    walked: (fields, { line, byte, length }) => {
      const { objects } = parseLine({ bytes, start: byte, end: byte + length, number: line, byte }, {});
      const [object] = objects;
      const expected = answers(parsedFields(object as JsonObject), linePaths.paths);
      expectEqual(answers(fields, linePaths.paths), expected, `line ${line}`);
      expectEqual(fields.object(), object);
    },
    parsed: () => undefined,
  }).read(file);
}

function answers(fields: Fields, paths: object): unknown[] {
  return Object.values(paths).flatMap((path: Path | readonly string[] | number) => {
    if (typeof path === 'number' || Array.isArray(path)) return [];
    const own = path as Path;
    const all: unknown[] = [
      own.keys.join('.'),
      fields.has(own),
      fields.text(own),
      fields.number(own),
      fields.time(own),
      fields.is(own, 'user'),
      fields.is(own, 'tool_use'),
      fields.isTruthy(own),
      fields.isTrue(own),
      fields.isText(own),
      fields.isObject(own),
      fields.isList(own),
      fields.length(own),
      fields.value(own),
    ];
    if (!('each' in own)) return [...all, ...answers(fields, own)];
    const list = own as ListPath<object>;
    const count = fields.count(list);
    const items = Array.from({ length: count }, (_, at) => answers(fields.item(list, at), list.each));
    return [...all, count, fields.hasObjectsOnly(list), ...items];
  });
}

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

describe('walking a line gives the same as parsing it', () => {
  it.each(fixtures.map((file) => [file.slice(-60), file]))('%s', (_, file) => {
    expectSame(file);
    expectSame(file, { thorough: true });
  });

  it.runIf(hasCorpus).each(['corpus', 'real-client'])('of outside sessions: %s', (name) => {
    for (const file of hasCorpus ? distinct(sessionFilesIn(corpusPath(name))) : []) {
      expectEqual(known(walked(file)), known(parsed(file)), relative(corpusPath(name), file));
    }
  });

  it('parses few lines of the client', () => {
    let walkedLines = 0;
    let total = 0;
    for (const file of fixtures) {
      const builder = nodesInto(new SessionBuilder());
      const taker = {
        walked: (...line: Parameters<typeof builder.walked>) => {
          walkedLines++;
          builder.walked(...line);
        },
        parsed: builder.parsed,
      };
      new LineReader(taker).read(file);
      total += parsed(file).lines.read;
    }
    expect(total).toBeGreaterThan(500);
    expect(walkedLines / total).toBeGreaterThan(0.98);
  });
});

describe('repeated texts', () => {
  const file = join(folder, 'texts.jsonl');
  const use = (id: string) => ({
    type: 'tool_use',
    id,
    name: 'Read',
    input: { file_path: `/home/${id}.ts`, prompt: 'p' },
  });
  const reply = (ids: string[], more: object = {}) =>
    JSON.stringify({ type: 'assistant', uuid: ids[0], message: { id: 'm', content: ids.map(use) }, ...more });
  const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `toolu_${from + at}`);

  it('are distinguished, however many there are', () => {
    const lines = [
      // More than fit at once: in one line, in the lines of one region, in all lines.
      reply(ids(1500)),
      ...Array.from({ length: 40 }, (_, at) => reply(ids(300, at * 300))),
      ...Array.from({ length: 600 }, (_, at) => reply(ids(20, (at * 7919) % 50_000))),
      reply(ids(3)),
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    expectSame(file);
  });

  it('may be of any length, empty, or written with escapes', () => {
    const texts = [...Array.from({ length: 70 }, (_, at) => 'x'.repeat(at)), 'é', 'a"b', 'tab\t', '🚀'.repeat(20)];
    const lines = [...texts, ...texts].map((text) => reply([text], { parentUuid: text, agentId: text }));
    writeFileSync(file, `${lines.join('\n')}\n${lines.join('\n').replaceAll('xx', '\\u0078x')}\n`);
    expectSame(file);
  });

  it('names of tools and types of lines too', () => {
    const line = (type: string, name: string) =>
      `{"type":"${type}","message":{"content":[{"type":"tool_use","id":"t","name":"${name}","input":{"prompt":"p"}}]}}`;
    const names = ['Task', 'Agent', 'Tas\\u006b', 'Read', 'Tâsk', ''];
    const types = ['assistant', 'assist\\u0061nt', 'assistanx', 'us\\u0065r', 'assistent'];
    writeFileSync(file, `${types.flatMap((type) => names.map((name) => line(type, name))).join('\n')}\n`);
    expectSame(file);
  });

  it('counts of tokens in every form', () => {
    const counts = [
      '0',
      '7',
      '123456789012345',
      '1234567890123456',
      '1.5',
      '-3',
      '1e3',
      '"5"',
      'null',
      'true',
      '{}',
      '[1]',
    ];
    const creations = [
      ...counts,
      ...counts.map((count) => `{"ephemeral_5m_input_tokens":${count},"ephemeral_1h_input_tokens":2}`),
      ...counts.map((count) => `{"ephemeral_1h_input_tokens":${count}}`),
      '{"ephemeral_5m_input_tokens":1,"ephemeral_5m_input_tokens":2}',
      '{"ephemeral_5m_input_tokens":1,"other":2}',
      '{"ephemeral_9m_input_tokens":1}',
    ];
    const lines = counts.flatMap((count) =>
      creations.map(
        (creation) =>
          `{"type":"assistant","message":{"content":[],"usage":{"input_tokens":${count},"output_tokens":3,` +
          `"cache_creation_input_tokens":${count},"cache_creation":${creation}}}}`,
      ),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    expectSame(file);
  });
});

const samples = fixtures.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line.length > 2);

describe('manipulated lines', () => {
  const file = join(folder, 'tampered.jsonl');
  const troublesome = fc.constantFrom(
    ...['"', '\\', '\\"', '\\\\', '\\u0041', '\\ud83d', '\\u12', '\\x', '{', '}', '[', ']', ',', ':', ' ', '\t', '\0'],
    ...['\r', '\n', '0', '-', '1e5', '01', '1.', 'true', 'nul', 'é', '🚀', '\ufffd', '\ufeff', '"type":"user",'],
    ...['"type":"tool_use",', '"uuid":null,', '"isSidechain":1,', '"message":{"content":[]},', '"__proto__":{},'],
  );
  const damage = fc.record({
    line: fc.nat(samples.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
    put: fc.oneof(troublesome, fc.string({ maxLength: 5 })),
  });

  it('are read as the parser reads them, or left to it', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 20 }), (damages) => {
        const lines = damages.map(({ line, at, length, put }) => {
          const text = samples[line] ?? '';
          const from = Math.floor(at * text.length);
          return `${text.slice(0, from)}${put}${text.slice(from + length)}\n`;
        });
        writeFileSync(file, lines.join(''));
        expectSame(file);
        expectSame(file, { thorough: true });
      }),
      { numRuns: 300 },
    );
  });

  it('bytes that are not UTF-8', () => {
    fc.assert(
      fc.property(fc.nat(samples.length - 1), fc.nat(), fc.integer({ min: 0, max: 255 }), (line, at, byte) => {
        const bytes = Buffer.from(`${samples[line]}\n${samples[0]}\n`);
        bytes[at % bytes.length] = byte;
        writeFileSync(file, bytes);
        expectSame(file);
      }),
      { numRuns: 300 },
    );
  });

  it('members in any order, twice, and of any kind', () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'x', 'user', 'assistant', [], {}, 'a"b\\c', 'ü🚀', [[{}]]),
      fc.constantFrom<unknown>('2026-01-31T12:00:00.000Z', '2026-02-30T12:00:00.000Z', '2026-01-31T12:00:00Z', 12),
      fc.constantFrom<unknown>({ type: 'agent_progress', message: {} }, { type: 'file' }, { agentId: 'a1' }, ['a']),
    );
    const block = fc.dictionary(
      fc.constantFrom('type', 'id', 'name', 'input', 'tool_use_id', 'is_error', 'content', 'thinking'),
      fc.oneof(odd, fc.constantFrom('tool_use', 'tool_result', 'thinking', 'text', 'Task', 'redacted_thinking')),
    );
    const input = fc.dictionary(fc.constantFrom('file_path', 'notebook_path', 'prompt', 'x'), odd);
    const blocks = fc.array(
      fc.oneof(
        block,
        block,
        fc.tuple(block, input).map(([a, b]) => ({ ...a, input: b })),
        odd,
      ),
    );
    const usage = fc.dictionary(fc.constantFrom('input_tokens', 'output_tokens', 'cache_creation', 'x'), odd);
    const message = fc.dictionary(
      fc.constantFrom('id', 'model', 'content', 'usage', 'stop_reason', 'role'),
      fc.oneof(odd, blocks, usage),
    );
    const types = [
      'user',
      'assistant',
      'system',
      'attachment',
      'progress',
      'summary',
      'last-prompt',
      'queue-operation',
    ];
    const member = fc.oneof(
      fc.tuple(
        fc.constantFrom(
          'type',
          'uuid',
          'parentUuid',
          'timestamp',
          'isSidechain',
          'isMeta',
          'agentId',
          'subtype',
          'data',
        ),
        odd,
      ),
      fc.tuple(
        fc.constantFrom('attachment', 'toolUseResult', 'isApiErrorMessage', 'logicalParentUuid', 'content'),
        odd,
      ),
      fc.tuple(fc.constantFrom('compactMetadata', 'messageId', 'leafUuid', 'operation', 'parentToolUseID'), odd),
      fc.tuple(fc.constant('message'), message),
      fc.tuple(fc.constant('type'), fc.constantFrom(...types)),
    );
    fc.assert(
      fc.property(fc.array(member, { maxLength: 9 }), (members) => {
        const text = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
        writeFileSync(file, `{${text}}\n`);
        expectSame(file);
      }),
      { numRuns: 2000 },
    );
  });

  it('lines above the limit, lines longer than the initial memory, and a last line without an end', () => {
    const long = JSON.stringify({ type: 'user', uuid: 'u', text: 'x'.repeat(700_000) });
    const lines = [samples[0], long, samples[1], `${long}${long}`, '', samples[2], ' '.repeat(300_000), samples[3]];
    writeFileSync(file, lines.join('\n'));
    for (const maxLineBytes of [100, 1000, 300_000, 700_100, 10_000_000]) expectSame(file, { maxLineBytes });
    writeFileSync(file, '');
    expectSame(file);
  });

  it('more lines, calls, results and ids than fit in the kernel at once', () => {
    const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const reply = (uses: number) => ({
      type: 'assistant',
      message: {
        content: Array.from({ length: uses }, (_, at) => ({ type: 'tool_use', id: `toolu_${at}`, name: 'Read' })),
      },
    });
    const answer = (results: number) => ({
      type: 'user',
      message: {
        content: Array.from({ length: results }, (_, at) => ({ type: 'tool_result', tool_use_id: `toolu_${at}` })),
      },
    });
    const ids = (count: number, from = 0) => ({
      type: 'x',
      ids: Array.from({ length: count }, (_, at) => ({ uuid: id(from + at), sessionId: id(from + at) })),
    });
    const lines = [
      ...Array.from({ length: 3000 }, () => reply(1)),
      ...[1000, 1000, 1700, 1, 1638, 1639].map(reply),
      ...[2000, 2000, 3000, 1, 2730, 2731].map(answer),
      ...[9000, 9000, 17_000, 1, 16_384, 16_385].map((count, at) => ids(count, at * 20_000)),
      reply(2),
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expectSame(file);
    const uuids = new UuidSet();
    const seen = idsIn(file, uuids);
    expect(uuids.size).toBe(67_770);
    expect(seen.sessions.size).toBe(67_770);
  });
});
