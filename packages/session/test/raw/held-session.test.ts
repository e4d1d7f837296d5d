import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  blocksOf,
  type Entry,
  holdSession,
  isAssistant,
  isUser,
  type JsonObject,
  readLines,
  type Session,
  sessionOf,
  usageOf,
} from '../../src/index.js';
import type { RawBlock, RawMessage } from '../../src/raw/raw-message.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-held-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'session.jsonl');
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

function parsed(path: string): Session {
  return sessionOf(readLines(path), basename(path, '.jsonl'));
}

function known({ nodes, lines, size, problems, problemCounts, sessionId }: Session): unknown {
  const plain = nodes.map((node) => ({ ...node, place: node.place }));
  return { nodes: plain, lines, size, problems, problemCounts, sessionId };
}

/** Held and parsed are the same, and what is raw says what reading says. Gives how many lines were raw. */
function expectSame(path: string): number {
  const held = holdSession(path);
  const wanted = parsed(path);
  expect(known(held)).toEqual(known(wanted));
  let count = 0;
  for (const node of wanted.nodes) {
    const entry = wanted.read(node);
    const own = held.nodes[node.index] ?? node;
    expect(held.read(own)).toEqual(entry);
    expect(held.request(own)).toEqual(requestIn(entry));
    const raw = held.raw(own);
    if (!raw) continue;
    count++;
    expectRaw(raw, entry);
  }
  expect([...held.entries()].map(([, entry]) => entry)).toEqual([...wanted.entries()].map(([, entry]) => entry));
  return count;
}

function requestIn(entry: Entry): unknown {
  if (!isAssistant(entry)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { requestId, requestedModel, effort } = entry;
  return {
    requestId: text(requestId),
    requestedModel: text(requestedModel),
    effort: text(effort),
    usage: usageOf(entry as unknown as JsonObject),
  };
}

function expectRaw(raw: RawMessage, entry: ReturnType<Session['read']>): void {
  const { message } = entry as { message?: { content?: unknown } };
  expect(Array.isArray(message?.content)).toBe(true);
  if (isUser(entry) || isAssistant(entry)) expect(raw.blocks.length).toBe(blocksOf(entry.message.content).length);
  const content = (message?.content ?? []) as Record<string, unknown>[];
  content.forEach((block, at) => {
    expectBlock(raw.blocks[at], block);
  });
  expect(raw.entry()).toEqual({ ...entry, message: { ...message, content: [] } });
}

const VALUES = { text: 'text', thinking: 'thinking', tool_use: 'input', tool_result: 'content' } as const;

function expectBlock(raw: RawBlock | undefined, block: Record<string, unknown>): void {
  expect(raw?.kind).toBe(block['type']);
  if (!raw || raw.kind === 'redacted_thinking') return;
  const value = block[VALUES[raw.kind]];
  const { bytes, start, end } = raw.value ?? { bytes: Buffer.alloc(0), start: 0, end: 0 };
  expect(bytes.toString('utf8', start, end)).toBe(value === undefined ? '' : JSON.stringify(value));
  expect(raw.value?.parse()).toEqual(value);
  if (raw.kind === 'tool_use') expect([raw.id, raw.name]).toEqual([block['id'], block['name'] ?? '']);
  if (raw.kind === 'tool_result') expect(raw.id).toBe(block['tool_use_id']);
}

describe('a session held as bytes', () => {
  it.each(fixtures.map((path) => [path.slice(-60), path]))('is what parsing it gives: %s', (_, path) => {
    expectSame(path);
  });

  it.runIf(hasCorpus).each(['corpus', 'real-client'])('so are outside sessions: %s', { timeout: 300_000 }, (name) => {
    for (const path of hasCorpus ? sessionFilesIn(corpusPath(name)) : []) {
      expect(() => expectSame(path), relative(corpusPath(name), path)).not.toThrow();
    }
  });

  it('holds most replies and results raw', () => {
    let raw = 0;
    let all = 0;
    for (const path of fixtures) {
      raw += expectSame(path);
      all += parsed(path).nodes.filter(({ reply, user }) => reply ?? user?.words === 'tool_result').length;
    }
    expect(raw / all).toBeGreaterThan(0.9);
  });

  it('lines longer than what is read at once, and a last one without an end', () => {
    const reply = (text: string) =>
      JSON.stringify({ type: 'assistant', uuid: 'u', message: { content: [{ type: 'text', text }] } });
    const long = reply('wörd\n'.repeat(200_000));
    writeFileSync(file, [reply('a'), long, '', reply('b'), long].join('\n'));
    expect(expectSame(file)).toBe(3);
    writeFileSync(file, '');
    expect(expectSame(file)).toBe(0);
  });
});

describe('lines of a held session that are asked for again', () => {
  const prompt = (text: string) =>
    `${JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content: text } })}\n`;

  it('are parsed once', () => {
    writeFileSync(file, prompt('a') + prompt('b'));
    const held = holdSession(file);
    for (const node of held.nodes) expect(held.read(node)).toBe(held.read(node));
  });

  it('are kept only as far as memory allows', () => {
    writeFileSync(
      file,
      prompt('a') + prompt('b'.repeat(2_000_000)) + prompt('c'.repeat(1_048_000)) + prompt('d'.repeat(500)),
    );
    const held = holdSession(file);
    const first = held.nodes.map((node) => held.read(node));
    expect(held.nodes.map((node) => held.read(node) === first[node.index])).toEqual([true, false, true, false]);
    expectSame(file);
  });
});

/** JSON as others might write it. */
const written = fc.oneof(
  fc.constantFrom(
    '""',
    '"a"',
    '"\\n\\"\\\\"',
    '"\\/"',
    '"\\u00e9"',
    '"\\u001b"',
    '"\\u001B"',
    '"\\u000a"',
    '"\\ud83d"',
  ),
  fc.constantFrom('0', '-0', '1', '-12', '1.0', '1.5', '1e5', '123456789012345', '1234567890123456', '01', '-'),
  fc.constantFrom('{}', '[]', '{"a":1,"a":2}', '{"b":1,"1":2}', '{"a":{"a":1},"b":[{"a":1}]}', '[ 1]', '{"a" :1}'),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '"é→🙂"',
    '{"__proto__":1}',
    '{"\\u0061":1,"a":2}',
    '"\t"',
    '"\u007f\u2028"',
  ),
  fc.json().filter((json) => !json.includes('\n')),
  fc.string().map((text) => JSON.stringify(text)),
);
const member = fc.tuple(
  fc.constantFrom(
    'type',
    'id',
    'name',
    'input',
    'text',
    'thinking',
    'tool_use_id',
    'content',
    'is_error',
    'x',
    't\\u0079pe',
  ),
  fc.oneof(
    written,
    fc.constantFrom('"text"', '"thinking"', '"tool_use"', '"tool_result"', '"redacted_thinking"', '"t1"'),
  ),
);
const typical = fc.oneof(
  written.map((json) => `{"type":"text","text":${json}}`),
  written.map((json) => `{"type":"thinking","thinking":${json},"signature":"s"}`),
  written.map((json) => `{"type":"tool_use","id":"t1","name":"Read","input":${json}}`),
  written.map((json) => `{"tool_use_id":"t1","type":"tool_result","content":${json},"is_error":false}`),
  fc
    .array(member, { maxLength: 5 })
    .map((members) => `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`),
  written,
);

describe('whatever stands in a line', () => {
  it('is raw only where it is written as it would be written again', () => {
    fc.assert(
      fc.property(
        fc.array(typical, { maxLength: 4 }),
        fc.constantFrom('user', 'assistant', 'system'),
        fc.constantFrom('', ',"content":"x"', ',"message":{"content":[]}', ',"message":1'),
        (blocks, type, more) => {
          const line = `{"type":"${type}","uuid":"u","message":{"role":"x","content":[${blocks.join(',')}]}${more}}`;
          writeFileSync(file, `${line}\n`);
          expectSame(file);
        },
      ),
      { numRuns: 4000 },
    );
  });

  it('what it says of its request is what reading it says', () => {
    const names = (own: string[]) =>
      fc
        .array(
          fc.tuple(fc.constantFrom(...own), fc.oneof(written, fc.constantFrom('"fast"', '"us"', '3', '2.5', '"a"'))),
          {
            maxLength: 5,
          },
        )
        .map((members) => members.map(([key, json]) => `,"${key}":${json}`).join(''));
    const usages = fc.oneof(
      fc.constantFrom('', ',"usage":null', ',"usage":{}', ',"usage":1'),
      fc
        .tuple(
          names(['input_tokens', 'output_tokens', 'speed', 'inference_geo', 'server_tool_use', 'sp\\u0065ed']),
          names(['web_search_requests', 'web_fetch_requests']),
        )
        .map(([members, tools]) => `,"usage":{"server_tool_use":{"x":1${tools}}${members}}`),
    );
    fc.assert(
      fc.property(
        names(['requestId', 'requestedModel', 'effort', 'forkedFrom', 'isSidechain', 'uuid', 'timestamp', 'x']),
        names(['id', 'model']),
        fc.array(usages, { maxLength: 2 }),
        fc.constantFrom('', '"message":{"usage":{"speed":"fast"}},', '"forkedFrom":{"sessionId":"s"},'),
        (line, message, usage, before) => {
          const content = `"message":{"content":[{"type":"text","text":"a"}]${message}${usage.join('')}}`;
          writeFileSync(file, `{"type":"assistant",${before}${content}${line}}\n`);
          expectSame(file);
        },
      ),
      { numRuns: 4000 },
    );
  });

  it('may be damaged', () => {
    const samples = fixtures
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .filter((line) => line.length > 2);
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(3),
        fc.oneof(
          fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '\\u0000', '1'),
          fc.string({ maxLength: 3 }),
        ),
        (index, place, length, put) => {
          const text = samples[index] ?? '';
          const at = Math.floor(place * text.length);
          writeFileSync(file, `${text.slice(0, at)}${put}${text.slice(at + length)}\n${samples[0]}\n`);
          expectSame(file);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('may be no UTF-8', () => {
    const line = Buffer.from('{"type":"assistant","message":{"content":[{"type":"text","text":"x?y"}]}}\n');
    line[line.indexOf('?')] = 0xff;
    writeFileSync(file, line);
    expect(expectSame(file)).toBe(0);
  });
});
