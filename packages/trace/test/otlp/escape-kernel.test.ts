import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EscapeKernel } from '../../src/otlp/escape-kernel.js';

const kernel = new EscapeKernel();

function escaped(text: string, to = 0): string {
  return kernel.bytes.toString('utf8', to, kernel.escape(text, to));
}

describe('a text as JSON in bytes', () => {
  const unit = fc.oneof(
    {
      arbitrary: fc.constantFrom('a', ' ', 'word', 'a longer stretch of plain text, of more than sixteen. '),
      weight: 4,
    },
    { arbitrary: fc.constantFrom('"', '\\', '\n', '\r', '\t', '\b', '\f', '\u0000', '\u001b', '\u007f'), weight: 2 },
    { arbitrary: fc.constantFrom('é', '\u0080', '\u07ff', '\u0800', '→', '字', '\uffff', '🙂', '\u2028'), weight: 2 },
    { arbitrary: fc.constantFrom('\ud83d', '\ude42', '\ud800', '\udfff'), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), weight: 1 },
  );

  it('is what JSON.stringify gives', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.nat(40), (units, to) => {
        const text = units.join('');
        expect(escaped(text, to)).toBe(JSON.stringify(text));
      }),
      { numRuns: 5000 },
    );
  });

  const json = fc.oneof(
    fc.json(),
    fc.array(unit, { maxLength: 60 }).map((units) => JSON.stringify(units.join(''))),
  );

  it('JSON inside of JSON is what JSON.stringify gives', () => {
    fc.assert(
      fc.property(json, fc.nat(40), fc.nat(40), (text, to, start) => {
        const plain = JSON.stringify(JSON.parse(text));
        const source = Buffer.concat([Buffer.alloc(start, 34), Buffer.from(plain), Buffer.alloc(20, 92)]);
        const end = start + Buffer.byteLength(plain);
        const done = kernel.requote(source, { start, end }, to);
        expect(`"${kernel.bytes.toString('utf8', to, done)}"`).toBe(JSON.stringify(plain));
        expect(kernel.bytes.toString('utf8', to, kernel.copy(source, { start, end }, to))).toBe(plain);
      }),
      { numRuns: 3000 },
    );
  });

  it('every character by itself, and in the midst of others', () => {
    for (let code = 0; code < 0x10000; code++) {
      const one = String.fromCharCode(code);
      if (escaped(one) !== JSON.stringify(one)) expect(escaped(one)).toBe(JSON.stringify(one));
      const text = `0123456789abcdef${one}0123456789abcdef`;
      if (escaped(text) !== JSON.stringify(text)) expect(escaped(text)).toBe(JSON.stringify(text));
    }
  });

  it('all lengths around what is looked at at once', () => {
    for (let length = 0; length < 100; length++) {
      for (const character of ['a', '"', 'é', '\u0001']) {
        const text = character.repeat(length);
        expect(escaped(text, length)).toBe(JSON.stringify(text));
      }
    }
  });

  it('leaves alone what was written before, and grows', () => {
    const small = new EscapeKernel();
    const first = small.escape('first', 0);
    const text = '\u0001"é🙂 '.repeat(500_000);
    const end = small.escape(text, first);
    expect(small.bytes.toString('utf8', 0, first)).toBe('"first"');
    expect(small.bytes.toString('utf8', first, end) === JSON.stringify(text)).toBe(true);
  });
});

describe('a mark', () => {
  const bytes = fc.uint8Array({ maxLength: 100 });

  function markOf(content: Uint8Array, at = 0): string {
    kernel.makeRoom(at + 1000);
    kernel.bytes.fill(170, 0, at + 400);
    kernel.bytes.set(content, at);
    return kernel.mark(at, at + content.length);
  }

  it('is the same for the same bytes, wherever they stand', () => {
    fc.assert(
      fc.property(bytes, fc.nat(300), (content, at) => {
        expect(markOf(content, at)).toBe(markOf(content));
        expect(markOf(content)).toMatch(/^[\w-]{22}$/);
      }),
    );
  });

  it('is another one for any other bytes', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(bytes, fc.nat(99), fc.integer({ min: 1, max: 255 }), (content, at, change) => {
        const changed = Uint8Array.from(content);
        if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ change;
        for (const each of [content, changed, Uint8Array.of(...content, 0), content.subarray(1)]) {
          const mark = markOf(each);
          const text = Buffer.from(each).toString('hex');
          expect(seen.get(mark) ?? text).toBe(text);
          seen.set(mark, text);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
