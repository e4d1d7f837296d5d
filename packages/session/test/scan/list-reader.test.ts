import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/entry/entry.js';
import { nodeOf } from '../../src/graph/make-node.js';
import { parseLine } from '../../src/line/parse.js';
import { Run, Stop } from '../../src/scan/line-memory.js';
import { newLineBytes, shapeOf } from '../../src/scan/line-shape.js';
import type { TakesReplies } from '../../src/scan/list-facts.js';
import { ListReader } from '../../src/scan/list-reader.js';
import type { PromptBytes } from '../../src/scan/prompt-shape.js';
import { ReplyTokens } from '../../src/scan/reply-tokens.js';
import { signOf } from '../../src/turn/turns.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { isDoubtful } from './doubtful-line.js';

const NOWHERE = { line: 0, byte: 0, length: 0, part: 0, isWhole: true, isSeen: true, isModernised: false };
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

function linesOf(file: string): string[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** What lines were: runs of replies and results, and between them prompts and lines that are to be read for real. */
class Told {
  readonly words: unknown[] = [];
  readonly tokens = new ReplyTokens();
  private open = 0;

  run(run: number): void {
    let open = this.open;
    if (run & Run.allReply) open &= ~Run.allResult;
    if (run & Run.mainReply) open &= ~Run.mainResult;
    this.open = open | run;
  }

  result(isSidechain: boolean): void {
    this.run(isSidechain ? Run.allResult : Run.allResult | Run.mainResult | Run.main);
  }

  /** A reply's line, parsed: what cannot be parsed says nothing. */
  reply(line: string, tokens: TakesReplies = this.tokens): void {
    const [object] = parseLine(
      { bytes: Buffer.from(line, 'latin1'), start: 0, end: line.length, number: 0, byte: 0 },
      {},
    ).objects;
    const node = object && nodeOf(object as Entry, NOWHERE, 0);
    if (!node?.reply) return;
    const sign = signOf(node);
    if (!node.isSidechain) this.run(Run.main);
    if (sign === 'reply') this.run(node.isSidechain ? Run.allReply : Run.allReply | Run.mainReply);
    if (node.reply.tokens) tokens.add(node.reply.messageId, node.reply.tokens);
  }

  prompt(bytes: Buffer, prompt: PromptBytes): void {
    const text = (at: number, end: number) => (at > 0 ? bytes.toString('latin1', at, end) : undefined);
    const branch = text(prompt.branchAt, prompt.branchEnd);
    this.word({ isSidechain: prompt.isSidechain, branch, version: text(prompt.versionAt, prompt.versionEnd) });
  }

  other(line: string): void {
    this.word(line.slice(0, 200));
  }

  end(tokens = this.tokens.total()) {
    this.word('end');
    return { words: this.words, tokens };
  }

  private word(word: unknown): void {
    this.words.push(this.open, word);
    this.open = 0;
  }
}

/** Each line read key by key. */
function slowly(lines: readonly string[]) {
  const told = new Told();
  for (const line of lines) {
    const bytes = Buffer.from(line, 'latin1');
    const read = newLineBytes();
    const shape = isDoubtful(bytes, 0, bytes.length) ? 'parse' : shapeOf(bytes, 0, bytes.length, read);
    if (isReply(line)) told.reply(line);
    else if (shape === 'tool_result') told.result(read.reply.isSidechain);
    else if (shape === 'prompt') told.prompt(bytes, read.prompt);
    else if (shape !== 'aside') told.other(line);
  }
  return told.end();
}

/** A reply by its shape, or by what it says: the kernel may know more of them than the shapes do. */
function isReply(line: string): boolean {
  const bytes = Buffer.from(line, 'latin1');
  if (isDoubtful(bytes, 0, bytes.length)) return false;
  const shape = shapeOf(bytes, 0, bytes.length, newLineBytes());
  if (shape !== 'parse') return shape === 'reply';
  const [object] = parseLine({ bytes, start: 0, end: bytes.length, number: 0, byte: 0 }, {}).objects;
  return object !== undefined && nodeOf(object as Entry, NOWHERE, 0).reply !== undefined;
}

/** The lines read as one region. */
function byReader(reader: ListReader, lines: readonly string[]) {
  const text = Buffer.from(lines.join('\n'), 'latin1');
  while (reader.kernel.bytes.length < text.length) reader.kernel.grow();
  const { bytes } = reader.kernel;
  text.copy(bytes);
  reader.replies.clear();
  const told = new Told();
  reader.take(
    { bytes, start: 0, end: text.length },
    {
      run: (run) => told.run(run),
      reply: () => expect.unreachable('replies that are not known are read for real'),
      toolResult: (isSidechain) => told.result(isSidechain),
      prompt: (prompt) => told.prompt(bytes, prompt),
      summary: (said, start, stop) => {
        const line = bytes.toString('latin1', start, stop);
        const text = (at: number, end: number) => (at > 0 ? bytes.toString('latin1', at, end) : undefined);
        const { isCompactSummary, isSidechain, gitBranch, version } = JSON.parse(line);
        expect({ isCompactSummary, isSidechain, gitBranch, version }).toEqual({
          isCompactSummary: true,
          isSidechain: said.isSidechain,
          gitBranch: text(said.branchAt, said.branchEnd),
          version: text(said.versionAt, said.versionEnd),
        });
        told.other(line);
      },
      other: (start, stop) => {
        const line = bytes.toString('latin1', start, stop);
        if (isReply(line)) told.reply(line, reader.replies);
        else told.other(line);
      },
    },
  );
  return told.end(reader.replies.total());
}

describe('lines like those before', () => {
  it('say what they say when they are read key by key', () => {
    const reader = new ListReader();
    for (const file of fixtures) {
      const lines = linesOf(file);
      expect(byReader(reader, lines), file).toEqual(slowly(lines));
    }
  });

  it.runIf(hasCorpus)('over all outside sessions', () => {
    for (const file of [...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))]) {
      const lines = linesOf(file);
      expect(byReader(new ListReader(), lines), file).toEqual(slowly(lines));
    }
  });

  const isWanted = (line: string) => /"type":"(user|assistant|last-prompt|ai-title|progress)"/.test(line);
  const some = fixtures
    .flatMap(linesOf)
    .filter((line) => isWanted(line) && line.length < 20_000)
    .filter((_, at) => at % 7 === 0);

  it('are not taken for known when any byte differs that matters', () => {
    expect(some.length).toBeGreaterThan(50);
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      from: fc.constantFrom('start', 'end'),
      text: fc.constantFrom(
        ...[
          '',
          '"',
          '\\',
          '0',
          '7',
          '-',
          '.',
          '}',
          '{',
          ',',
          'x',
          '\0',
          '\x01',
          'null',
          '"a":1,',
          '}{"',
          '[]',
          '\\u00',
        ],
        ...[
          '\xc3\xa9',
          '"isMeta":true,',
          '"message":1,',
          '{"parentUuid":',
          '"sessionId":"',
          '"todos":[],',
          '"todos":{},',
        ],
      ),
      drop: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...some), fc.array(change, { minLength: 1, maxLength: 3 }), (line, changes) => {
        let changed = line;
        for (const { at, from, text, drop } of changes) {
          // Heads and tails are what is known: the middle is left alone mostly.
          const reach = Math.min(changed.length, 700);
          const place = from === 'start' ? Math.floor(at * reach) : changed.length - 1 - Math.floor(at * reach);
          changed = changed.slice(0, place) + text + changed.slice(place + drop);
        }
        const lines = [line, changed, line, changed].flatMap((each) => each.split('\n'));
        expect(byReader(new ListReader(), lines)).toEqual(slowly(lines));
      }),
      { numRuns: 4000 },
    );
  });

  const prompt = (words: string, more = '') =>
    `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"${words}"},"uuid":"u"${more}}`;

  it('are prompts whatever their words are', () => {
    const words = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text).slice(1, -1));
    const member = fc.constantFrom(
      ...[
        '',
        ',"todos":[]',
        ',"todos":[1]',
        ',"thinkingMetadata":{"level":"high"}',
        ',"isMeta":true',
        ',"version":"2.1.1"',
      ],
      ...[
        ',"gitBranch":"a b"',
        ',"gitBranch":"a\\nb"',
        ',"isSidechain":true',
        ',"promptSourceIsLonger":null',
        ',"slug":fals',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(words, member), { maxLength: 5 }), (all) => {
        const lines = [prompt('first'), ...all.map(([text, more]) => prompt(text, more))].map((line) =>
          Buffer.from(line).toString('latin1'),
        );
        expect(byReader(new ListReader(), lines)).toEqual(slowly(lines));
      }),
      { numRuns: 400 },
    );
  });

  it('are prompts that need no other reader', () => {
    const reader = new ListReader();
    const more = ',"timestamp":"2026-01-01T00:00:00.000Z","gitBranch":"main","permissionMode":"default","todos":[]';
    const line = prompt('Do it \\u00e9 \\"so\\"', more);
    byReader(reader, [line]);
    const { bytes } = reader.kernel;
    expect(reader.kernel.scan('scan', bytes, 0, line.length)).toMatchObject({ why: Stop.prompt, lineEnd: line.length });
  });

  it('count each reply once, however many there are', () => {
    const line = some.find((each) => each.includes('"input_tokens":') && each.includes('"role":"assistant"'));
    if (line === undefined) throw new Error('no reply among the fixtures');
    const withId = (at: number) =>
      line
        .replace(/"id":"msg[^"]*"/, `"id":"msg_${(at * 7919) % 6007}"`)
        .replace(/"output_tokens":\d+/, `"output_tokens":${at % 13}`)
        .replace(/"input_tokens":\d+/, `"input_tokens":${at}`);
    const lines = Array.from({ length: 9000 }, (_, at) => withId(at));
    expect(byReader(new ListReader(), lines)).toEqual(slowly(lines));
  });
});
