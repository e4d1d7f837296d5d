import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnsi } from '../../app/src/text/ansi.js';

const ESC = '\u001b';

describe('terminal output', () => {
  it('has colours as our class names', () => {
    expect(parseAnsi(`${ESC}[1;31mbad${ESC}[0m ok`)).toEqual([
      { text: 'bad', look: 'a-red a-bold' },
      { text: ' ok', look: '' },
    ]);
  });

  it('maps 256 colours and true colours to the nearest of eight', () => {
    expect(parseAnsi(`${ESC}[38;5;196mx`)[0]?.look).toBe('a-red');
    expect(parseAnsi(`${ESC}[38;2;10;200;20mx`)[0]?.look).toBe('a-green');
  });

  it('drops cursor movements, titles, links and control characters', () => {
    const text = `a${ESC}[2Kb${ESC}]0;title\u0007c${ESC}]8;;javascript:x\u0007d${ESC}]8;;\u0007\u0000e`;
    expect(
      parseAnsi(text)
        .map((run) => run.text)
        .join(''),
    ).toBe('abcde');
  });

  it('shows the final text of a line that was overwritten', () => {
    expect(
      parseAnsi('10 %\r50 %\r100 %\ndone\r\n')
        .map((run) => run.text)
        .join(''),
    ).toBe('100 %\ndone\n');
  });

  it('never contains an escape or a foreign class', () => {
    const odd = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(ESC, `${ESC}[`, 'm', '31;', `${ESC}]`, '\u0007', '38;5;')),
    );
    fc.assert(
      fc.property(odd, (parts) => {
        for (const { text, look } of parseAnsi(parts.join(''))) {
          expect(text).not.toContain(ESC);
          expect(look).toMatch(/^((a|ab)-[a-z]+( |$))*$/);
        }
      }),
    );
  });
});
