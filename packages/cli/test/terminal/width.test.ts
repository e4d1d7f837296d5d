import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fit, padEnd, padStart, widthOf } from '../../src/terminal/width.js';

const clusters = [
  '👩‍👩‍👧', '🇩🇪', '❤️', '❤', '1️⃣', '#️⃣', '©️', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ｶﾞ', 'กำ', 'नि', 'தொ', 'e\u0301', '한글', '\u1112\u1161\u11ab',
  'a\u0300\u0301b', '\u001b[31mred 字\u001b[39m', '日本語 text', '→ ✓ ▇ …', '\u200b', 'a\tb', '',
]; // biome-ignore format: a list of short texts

describe('widthOf', () => {
  test.each(clusters)('%j as string-width has it', (text) => {
    expect(widthOf(text)).toBe(stringWidth(text));
  });

  test('every block of Unicode as string-width has it', () => {
    const different: string[] = [];
    // What has no meaning yet has no width yet, and what came with the newest Unicode not every Node knows.
    const isSettled =
      /^[^\p{Cn}\p{Co}\p{Cs}\u{191a0}-\u{191d2}\u{1f6d9}\u{1f7da}\u{1fa8b}-\u{1fa8d}\u{1facc}\u{1fadd}\u{1faeb}]$/u;
    for (let code = 0; code < 0x3ffff; code += code < 0x3400 ? 1 : 61) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = String.fromCodePoint(code);
      if (isSettled.test(text) && widthOf(text) !== stringWidth(text)) different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });
});

describe('fit', () => {
  test('leaves what fits', () => {
    expect(fit('日本', 4)).toBe('日本');
  });

  test('cuts between characters and never over the width', () => {
    expect(fit('日本語', 5)).toBe('日本…');
    expect(fit('日本語', 4)).toBe('日…');
    expect(fit('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    expect(fit('plain text', 6)).toBe('plain…');
    expect(fit('plain', 0)).toBe('');
  });
});

test('padding counts columns', () => {
  expect(padEnd('字', 4)).toBe('字  ');
  expect(padStart('字', 4)).toBe('  字');
});
