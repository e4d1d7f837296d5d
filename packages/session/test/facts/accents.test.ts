import { describe, expect, it } from 'vitest';
import {
  LATIN,
  MORE_LATIN,
  PLAIN_LATIN,
  PLAIN_MORE_LATIN,
  plainLetters,
  withoutAccents,
} from '../../src/facts/accents.js';

describe('accents', () => {
  it.each([
    [LATIN, PLAIN_LATIN],
    [MORE_LATIN, PLAIN_MORE_LATIN],
  ])('are those of Unicode', ({ start, end }, plain) => {
    expect(plain).toHaveLength(end - start);
    for (let code = start; code < end; code++) {
      const below = String.fromCharCode(code).normalize('NFD').charAt(0);
      expect(plain[code - start]).toBe(/[A-Za-z]/.test(below) ? below.toLowerCase() : '.');
    }
  });

  it('are removed from letters only', () => {
    expect(withoutAccents('Résumé re\u0301sume\u0301 Việt ßæøłđ ёж 字→')).toBe('Resume resume Viet ßæøłđ ёж 字→');
    expect(withoutAccents('\u0301x \u0435\u0308')).toBe('\u0301x \u0435\u0308');
  });

  it('change no offset if only whole letters are replaced', () => {
    const text = 'Éa\u0301 ế😀ù';
    expect(plainLetters(text)).toBe('ea\u0301 e😀u');
    expect(plainLetters(text)).toHaveLength(text.length);
  });
});
