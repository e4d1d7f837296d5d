import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCE_HASH } from '../../src/scan/line-kernel-code.js';
import { LineReader } from '../../src/scan/line-reader.js';
import { newLineBytes, shapeOf } from '../../src/scan/line-shape.js';
import type { ReplyBytes } from '../../src/scan/reply-shape.js';
import { isDoubtful } from '../../src/scan/suspects.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

function linesOf(file: string): string[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** What a reader takes from it; where in the buffer things stand is nobody's business. */
function said(reply: ReplyBytes) {
  const { idAt: _, idEnd: __, contentAt: ___, usageAt: ____, timeAt, ...rest } = reply;
  return { shape: 'reply', ...rest, hasTime: timeAt >= 0 };
}

function slowly(line: string): object {
  const bytes = Buffer.from(line, 'latin1');
  if (isDoubtful(bytes, 0, bytes.length)) return { shape: 'parse' };
  const read = newLineBytes();
  const shape = shapeOf(bytes, 0, bytes.length, read);
  if (shape === 'reply') return said(read.reply);
  if (shape === 'prompt') return { shape, isSidechain: read.prompt.isSidechain };
  return shape === 'tool_result' ? { shape, isSidechain: read.reply.isSidechain } : { shape };
}

/** What each of several lines is, read as one region. Lines that nobody mentions count for nothing. */
function byReader(reader: LineReader, ...lines: string[]): object[] {
  const text = Buffer.from(lines.join('\n'), 'latin1');
  while (reader.kernel.bytes.length < text.length) reader.kernel.grow();
  const { bytes } = reader.kernel;
  text.copy(bytes);
  const told: object[] = [];
  reader.take(
    { bytes, start: 0, end: text.length },
    {
      reply: (reply) => told.push(said(reply)),
      toolResult: (isSidechain) => told.push({ shape: 'tool_result', isSidechain }),
      prompt: ({ isSidechain }) => told.push({ shape: 'prompt', isSidechain }),
      other: () => told.push({ shape: 'parse' }),
    },
  );
  return told;
}

/** What says the same again need not be said. */
function once(told: object[]): object[] {
  return told.filter((each, at) => at === 0 || JSON.stringify(each) !== JSON.stringify(told[at - 1]));
}

const worthAWord = (told: object) => !('shape' in told && told.shape === 'aside');

describe('lines like those before', () => {
  it('say what they say when they are read key by key', () => {
    const reader = new LineReader();
    for (const file of fixtures) {
      const lines = linesOf(file);
      expect(once(byReader(reader, ...lines))).toEqual(once(lines.map(slowly).filter(worthAWord)));
    }
  });

  it.runIf(hasCorpus)('over all outside sessions', () => {
    for (const file of [...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))]) {
      const lines = linesOf(file);
      expect(once(byReader(new LineReader(), ...lines)), file).toEqual(once(lines.map(slowly).filter(worthAWord)));
    }
  });

  const replies = fixtures
    .flatMap(linesOf)
    .filter((line) => /reply|tool_result/.test(JSON.stringify(slowly(line))))
    .filter((_, at) => at % 7 === 0);

  it('are not taken for known when any byte differs that matters', () => {
    expect(replies.length).toBeGreaterThan(50);
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      from: fc.constantFrom('start', 'end'),
      text: fc.constantFrom('', '"', '\\', '0', '7', '-', '.', '}', '{', ',', 'x', '\0', '\x01', 'null', '"a":1,'),
      drop: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...replies), fc.array(change, { minLength: 1, maxLength: 3 }), (line, changes) => {
        let changed = line;
        for (const { at, from, text, drop } of changes) {
          // Heads and tails are what is known: the middle is left alone mostly.
          const reach = Math.min(changed.length, 700);
          const place = from === 'start' ? Math.floor(at * reach) : changed.length - 1 - Math.floor(at * reach);
          changed = changed.slice(0, place) + text + changed.slice(place + drop);
        }
        expect(once(byReader(new LineReader(), line, changed, line))).toEqual(
          once([line, changed, line].map(slowly).filter(worthAWord)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('give their own id, numbers and time', () => {
    const line = replies.find((reply) => reply.includes('"input_tokens":') && reply.includes('"role":"assistant"'));
    if (line === undefined) throw new Error('no reply among the fixtures');
    const other = line
      .replace(/"input_tokens":\d+/, '"input_tokens":123456789')
      .replace(/"id":"[^"]*"/, '"id":"msg_other"')
      .replace(/"timestamp":"[^"]*"/, '"timestamp":"2031-02-03T04:05:06.789Z"');
    const [, second] = byReader(new LineReader(), line, other);
    expect(second).toMatchObject({ shape: 'reply', input: 123456789, messageId: 'msg_other' });
    expect(second).toEqual(slowly(other));
  });

  it('come in their order, however many there are', () => {
    const some = replies.slice(0, 5);
    const lines = Array.from({ length: 5000 }, (_, at) => some[at % 5] ?? '');
    expect(once(byReader(new LineReader(), ...lines))).toEqual(once(lines.map(slowly).filter(worthAWord)));
  });

  it('are recognised by code that was made from its source', () => {
    const hash = createHash('sha256');
    for (const name of ['scan-lines', 'line-memory', 'recognise-line', 'scan-marked']) {
      hash.update(readFileSync(join(import.meta.dirname, `../../assembly/${name}.ts`)));
    }
    expect(SOURCE_HASH, 'run npm run wasm').toBe(hash.digest('hex'));
  });
});
