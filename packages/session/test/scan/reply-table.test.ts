import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineKernel } from '../../src/scan/line-kernel.js';
import { ReplyTable } from '../../src/scan/reply-table.js';
import { ReplyTokens } from '../../src/scan/reply-tokens.js';

const count = fc.integer({ min: 0, max: 5 });
const tokens = fc.record({ input: count, output: count, cacheRead: count, cacheWrite5m: count, cacheWrite1h: count });
const id = fc.oneof(
  fc.constantFrom('msg_1', 'msg_2', 'msg_3', '', 'é', '\ud800', '\ud801', '"', '\\"', 'x'.repeat(64), 'x'.repeat(65)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant(undefined),
);

describe('the table of replies', () => {
  const table = new ReplyTable(new LineKernel());

  it('says what a map says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, tokens), { maxLength: 60 }), (added) => {
        const map = new ReplyTokens();
        table.clear();
        for (const [messageId, each] of added) {
          map.add(messageId, each);
          table.add(messageId, each);
        }
        expect(table.total()).toEqual(map.total());
      }),
      { numRuns: 1000 },
    );
  });

  it('has room for any number', () => {
    const map = new ReplyTokens();
    table.clear();
    for (let at = 0; at < 20_000; at++) {
      const each = { input: at, output: (at * 31) % 17, cacheRead: 0, cacheWrite5m: 1, cacheWrite1h: at % 3 };
      const messageId = `msg_${(at * 7919) % 9001}`;
      map.add(messageId, each);
      table.add(messageId, each);
    }
    expect(table.total()).toEqual(map.total());
  });

  it('begins anew with each session', () => {
    table.add('msg_1', { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 });
    table.add(undefined, { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 });
    table.clear();
    expect(table.total()).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
  });
});
