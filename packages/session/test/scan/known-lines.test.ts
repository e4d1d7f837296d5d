import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownLines } from '../../src/scan/known-lines.js';
import { shapeOf } from '../../src/scan/line-shape.js';
import { newReplyBytes, type ReplyBytes } from '../../src/scan/reply-shape.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

function linesOf(file: string): string[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** What a reader takes from it; where in the buffer things stand is nobody's business. */
function said(shape: string, reply: ReplyBytes) {
  if (shape === 'tool_result') return { shape, isSidechain: reply.isSidechain };
  if (shape !== 'reply') return { shape };
  const { idAt: _, idEnd: __, ...rest } = reply;
  return { shape, ...rest };
}

function slowly(line: string) {
  const bytes = Buffer.from(line, 'latin1');
  const reply = newReplyBytes();
  return said(shapeOf(bytes, 0, bytes.length, reply), reply);
}

function byKnown(known: KnownLines, line: string) {
  const bytes = Buffer.from(line, 'latin1');
  const reply = newReplyBytes();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return said(known.shapeOf(bytes, view, 0, bytes.length, reply), reply);
}

describe('lines like those before', () => {
  it('say what they say when they are read key by key', () => {
    const known = new KnownLines();
    for (const file of fixtures) for (const line of linesOf(file)) expect(byKnown(known, line)).toEqual(slowly(line));
  });

  it.runIf(hasCorpus)('over all outside sessions', () => {
    for (const file of [...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))]) {
      const known = new KnownLines();
      for (const line of linesOf(file)) expect(byKnown(known, line), file).toEqual(slowly(line));
    }
  });

  const replies = fixtures
    .flatMap(linesOf)
    .filter((line) => ['reply', 'tool_result'].includes(slowly(line).shape))
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
        const known = new KnownLines();
        byKnown(known, line);
        let changed = line;
        for (const { at, from, text, drop } of changes) {
          // Heads and tails are what is known: the middle is left alone mostly.
          const reach = Math.min(changed.length, 700);
          const place = from === 'start' ? Math.floor(at * reach) : changed.length - 1 - Math.floor(at * reach);
          changed = changed.slice(0, place) + text + changed.slice(place + drop);
        }
        expect(byKnown(known, changed)).toEqual(slowly(changed));
      }),
      { numRuns: 3000 },
    );
  });

  it('give their own id, numbers and time', () => {
    const line = replies.find((reply) => slowly(reply).shape === 'reply' && reply.includes('"input_tokens":'));
    if (line === undefined) throw new Error('no reply among the fixtures');
    const known = new KnownLines();
    byKnown(known, line);
    const other = line
      .replace(/"input_tokens":\d+/, '"input_tokens":123456789')
      .replace(/"id":"[^"]*"/, '"id":"msg_other"')
      .replace(/"timestamp":"[^"]*"/, '"timestamp":"2031-02-03T04:05:06.789Z"');
    expect(byKnown(known, other)).toMatchObject({ shape: 'reply', input: 123456789, messageId: 'msg_other' });
    expect(byKnown(known, other)).toEqual(slowly(other));
  });
});
