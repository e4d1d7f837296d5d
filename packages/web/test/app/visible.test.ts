import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { straight, visible } from '../../app/src/text/visible.js';

describe('invisible characters', () => {
  it('are written out', () => {
    expect(visible('photo\u202egpj.exe')).toBe('photo⟨202E⟩gpj.exe');
    expect(visible('a\u2066b\u2069\u200b\ufeff\u061c')).toBe('a⟨2066⟩b⟨2069⟩⟨200B⟩⟨FEFF⟩⟨061C⟩');
    expect(visible('\u001b[31m\u0007\u007f\u0085')).toBe('␛[31m␇␡⟨0085⟩');
  });

  it('are kept where a script needs them', () => {
    for (const text of ['שלום', 'مرحبا', '👩‍👩‍👧', 'می‌خواهم', 'tab\tand\nline\r\n', 'naïve'])
      expect(visible(text)).toBe(text);
  });

  it('are kept in prose, except those that reverse it', () => {
    expect(straight('שלום\u200f, \u202egpj.exe\u2069')).toBe('שלום\u200f, ⟨202E⟩gpj.exe⟨2069⟩');
  });

  it('are all written out, and nothing else is changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});
