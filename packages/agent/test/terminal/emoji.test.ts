import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emojiPattern } from '../../src/terminal/screen/emoji.js';

const library = Reflect.construct(RegExp, ['^\\p{RGI_Emoji}$', 'v']) as RegExp;

describe('emoji', () => {
  it('are told as the whole pattern tells them, every single sign', () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const sign = String.fromCodePoint(code);
      if (emojiPattern.test(sign) !== library.test(sign)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['👩‍💻', '🇩🇪', '👍🏽', '❤️', '1️⃣', '❤', 'ab', '', '🇩', '☎︎'])('and sequences: %s', (sign) => {
    expect(emojiPattern.test(sign)).toBe(library.test(sign));
  });

  it('stand in the library as the bundle expects them', () => {
    const entry = createRequire(import.meta.url).resolve('@mariozechner/pi-tui');
    expect(readFileSync(join(dirname(entry), 'utils.js'), 'utf8')).toContain(
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    );
  });
});
