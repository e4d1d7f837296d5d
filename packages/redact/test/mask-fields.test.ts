import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, maskFields } from '../src/index.js';

const BULLETS = '•'.repeat(8);

describe('masked fields', () => {
  it('are found by their names, even if their texts alone reveal nothing', () => {
    const input = { user: 'app', password: 'hunter2hunter2', more: [{ args: ['--token', 'f00ba7q8x4711zz'] }] };
    expect(maskFields(input)).toEqual({ user: 'app', password: BULLETS, more: [{ args: ['--token', BULLETS] }] });
    expect(maskFields({ name: 'DB_PASSWORD', value: 'hunter2' })).toEqual({ name: 'DB_PASSWORD', value: BULLETS });
  });

  it('are also masked because of their content', () => {
    expect(maskFields({ command: 'login --password hunter2' })).toEqual({ command: `login --password ${BULLETS}` });
    expect(maskFields('password=hunter2')).toBe(`password=${BULLETS}`);
  });

  it('stay the same if there is nothing to hide', () => {
    const clean = { a: [1, null, { b: 'text' }], password: 'string' };
    expect(maskFields(clean)).toBe(clean);
  });

  it('hide exactly what a redactor replaces', () => {
    const words = fc.constantFrom('password', 'token', 'value', 'name', 'note', 'DB_PASSWORD', 'hunter2hunter2', 'a b');
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        words,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(words, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (given) => {
        const masked = JSON.stringify(maskFields(given));
        const redacted = JSON.stringify(createRedactor({ salt: 'x' }).redactValue(given));
        expect(masked.includes('hunter2')).toBe(redacted.includes('hunter2'));
        expect(maskFields(given) === given).toBe(redacted === JSON.stringify(given));
      }),
    );
  });
});
