import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchedOutput } from '../../src/print/batched-output.js';

describe('output of one pass of the event loop', () => {
  it('is written together, when the loop waits', async () => {
    const written: string[] = [];
    const output = new BatchedOutput((text) => written.push(text));
    for (let at = 0; at < 100; at++) {
      output.add(`${at}\n`);
      await Promise.resolve();
    }
    await new Promise(setImmediate);
    expect(written.length).toBeLessThan(100);
    expect(written.join('')).toBe(Array.from({ length: 100 }, (_, at) => `${at}\n`).join(''));
    output.add('last');
    output.flush();
    expect(written.at(-1)).toBe('last');
    await new Promise(setImmediate);
    expect(written.at(-1)).toBe('last');
  });

  it('is whole and in order, whatever is printed when', async () => {
    const step = fc.oneof(fc.string(), fc.constantFrom('x'.repeat(70_000)), fc.constant(null), fc.constant(undefined));
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        let written = '';
        const output = new BatchedOutput((text) => {
          written += text;
        });
        for (const each of steps) {
          if (each === null) await new Promise(setImmediate);
          else if (each === undefined) output.flush();
          else output.add(each);
        }
        output.flush();
        expect(written).toBe(steps.filter((each) => typeof each === 'string').join(''));
      }),
    );
  });
});
