import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/read/line.js';
import { LineSplitter } from '../../src/read/split.js';
import { joined, kept, linesOf } from './lines-of.js';

/** Characters that are special to a reader of lines, and some of every UTF-8 length. */
const troublesome = fc.constantFrom(
  '{',
  '}',
  '"',
  '\\',
  '\n',
  '\r',
  '\0',
  ',',
  ':',
  '[',
  ']',
  ' ',
  'é',
  '→',
  '🚀',
  '\ud83d',
  'x',
);
const words = fc.oneof(fc.string(), fc.string({ unit: troublesome, maxLength: 12 }));
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(words, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Entries with a uuid each, so that a line can be found again. */
const entries = fc
  .array(fc.record({ type: fc.constantFrom('user', 'assistant', 'progress'), content: value }), { maxLength: 8 })
  .map((bodies) => bodies.map((body, index): JsonObject => ({ ...body, uuid: `uuid-${index}` })));

const whole = (objects: JsonObject[]) => Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
const file = entries.map(whole);

/** Lines of any kind, including damaged ones. */
const dirtyFile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: value.map((content) => Buffer.from(`${JSON.stringify({ content })}\n`)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom('\n', '\r\n', '\ufeff', '{"a":1}', '{"a":"', '\0\0', ' ', '[]\n')
          .map((text) => Buffer.from(text)),
      },
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

describe('reading lines', () => {
  it('and joining their bytes gives the file', () => {
    fc.assert(
      fc.property(fc.oneof(file, dirtyFile), fc.boolean(), (bytes, thorough) => {
        const lines = linesOf(bytes, { thorough });
        expect(joined(lines).equals(bytes)).toBe(true);
        expect(lines.map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
        for (const { byte, length, problems } of lines) {
          for (const problem of problems) {
            expect(problem.byte).toBeGreaterThanOrEqual(byte);
            expect(problem.byte).toBeLessThanOrEqual(byte + length);
          }
        }
      }),
    );
  });

  it('gives back what was written, without a problem', () => {
    fc.assert(
      fc.property(entries, (objects) => {
        const lines = linesOf(whole(objects));
        // Compared as JSON, which has no -0.
        expect(JSON.stringify(lines.flatMap((line) => line.objects))).toBe(JSON.stringify(objects));
        expect(lines.flatMap((line) => line.problems)).toEqual([]);
      }),
    );
  });

  it('gives every line a state that matches its content', () => {
    fc.assert(
      fc.property(dirtyFile, (bytes) => {
        for (const { state, objects, problems } of linesOf(bytes)) {
          if (state === 'whole') expect(objects).toHaveLength(1);
          else expect(problems).not.toEqual([]);
          if (state === 'recovered') expect(objects).not.toEqual([]);
          if (state === 'skipped' || state === 'blank') expect(objects).toEqual([]);
        }
      }),
    );
  });
});

describe('a file cut off at any byte', () => {
  it('loses its last line at most', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (objects, cut) => {
        const bytes = whole(objects);
        const prefix = bytes.subarray(0, cut % (bytes.length + 1));
        const complete = prefix.toString('latin1').split('\n').length - 1;
        const lines = linesOf(prefix);
        expect(JSON.stringify(lines.slice(0, complete).flatMap((line) => line.objects))).toBe(
          JSON.stringify(objects.slice(0, complete)),
        );
        expect(lines.length - complete).toBe(prefix.length > 0 && prefix.at(-1) !== 10 ? 1 : 0);
        expect(joined(lines).equals(prefix)).toBe(true);
      }),
    );
  });
});

describe('corruption of a few bytes', () => {
  const hits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });
  const nastyHits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('\n\r\0"\\{}[], '))), {
    minLength: 1,
    maxLength: 6,
  });

  it('loses at most the lines it touches', () => {
    fc.assert(
      fc.property(entries, fc.oneof(hits, nastyHits), (objects, changes) => {
        const { corrupted, untouched } = corrupt(objects, changes);
        const lines = linesOf(corrupted);
        expect(joined(lines).equals(corrupted)).toBe(true);
        const found = new Set(lines.flatMap((line) => line.objects).map((object) => JSON.stringify(object)));
        for (const object of untouched) expect(found).toContain(JSON.stringify(object));
      }),
      { numRuns: 2000 },
    );
  });

  it('on the newline glues two lines, and both are still read', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.nat({ max: 255 }), (objects, which, byte) => {
        const bytes = whole(objects);
        const newlines = [...bytes.keys()].filter((at) => bytes[at] === 10);
        const at = newlines[which % Math.max(1, newlines.length)];
        if (at === undefined || byte === 10) return;
        bytes[at] = byte;
        const found = linesOf(bytes).flatMap((line) => line.objects);
        expect(JSON.stringify(found)).toBe(JSON.stringify(objects));
      }),
      { numRuns: 1000 },
    );
  });

  function corrupt(objects: JsonObject[], changes: [number, number][]) {
    const corrupted = whole(objects);
    const touched = new Set<number>();
    const lineOf = lineNumbers(corrupted);
    for (const [place, byte] of corrupted.length > 0 ? changes : []) {
      const at = place % corrupted.length;
      corrupted[at] = byte;
      touched.add(lineOf[at] ?? -1);
    }
    return { corrupted, untouched: objects.filter((_, index) => !touched.has(index)) };
  }

  /** The line to which each byte belongs. */
  function lineNumbers(bytes: Uint8Array): number[] {
    let line = 0;
    return Array.from(bytes, (byte) => (byte === 10 ? line++ : line));
  }
});

describe('reading in chunks', () => {
  /** Like a reader: one buffer for all chunks, overwritten once its lines have been taken. */
  function inChunks(bytes: Buffer, sizes: number[], options: { thorough: boolean; maxLineBytes: number }): object[] {
    const splitter = new LineSplitter(options);
    const lines: object[] = [];
    const buffer = Buffer.alloc(Math.max(...sizes));
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      const count = bytes.copy(buffer, 0, at, at + size);
      for (const line of splitter.push(buffer.subarray(0, count))) lines.push(kept(line));
      buffer.fill(0xaa);
      at += count;
    }
    for (const line of splitter.end()) lines.push(kept(line));
    return lines;
  }

  it('of any size gives the same lines', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    const options = fc.record({ thorough: fc.boolean(), maxLineBytes: fc.constantFrom(10, 30, 1000) });
    fc.assert(
      fc.property(fc.oneof(file, dirtyFile), sizes, options, (bytes, chunkSizes, options) => {
        expect(inChunks(bytes, chunkSizes, options)).toEqual(linesOf(bytes, options).map(kept));
      }),
      { numRuns: 500 },
    );
  });

  it('of every size from one byte to the whole file gives the same lines', () => {
    const bytes = Buffer.from('\ufeff{"a":"é→🚀"}\r\n\n{"b":2}{"c":3}\n\0\0{"d":4}\n[]\n{"torn":"é');
    const options = { thorough: true, maxLineBytes: 1000 };
    const expected = linesOf(bytes, options).map(kept);
    for (let size = 1; size <= bytes.length; size++) expect(inChunks(bytes, [size], options)).toEqual(expected);
  });
});
