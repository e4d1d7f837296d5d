import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/chat/shown.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('what print mode says at a terminal', () => {
  it.each([
    ['\u001b]0;title\u0007hi', 'hi'],
    ['\u001b[2J\u001b[31mred', 'red'],
    ['\u001b]52;c;aGk=\u0007copy', 'copy'],
    ['two\r\nlines\ta tab', 'two\nlines\ta tab'],
  ])('%j is text only', (text, words) => {
    expect(shown(text, 'text')).toBe(words);
  });

  it('contains only text, whatever a model says; JSON keeps its meaning', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', '\u001b', '[', ']', '\u009b', '\u202e', '\n', '0', 'm', '\u0007'),
    });
    fc.assert(
      fc.property(odd, (text) => {
        expect(shown(text, 'text')).not.toMatch(HARMFUL);
        const json = shown(JSON.stringify({ text }), 'json');
        expect(json).not.toMatch(HARMFUL);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
