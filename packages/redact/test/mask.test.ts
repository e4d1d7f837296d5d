import { describe, expect, it } from 'vitest';
import { mask } from '../src/index.js';

describe('mask', () => {
  it('keeps the beginning of a long secret and nothing of a short one', () => {
    const text = 'key AKIAIOSFODNN7EXAMPLE, password=hunter2.';
    const masked = mask(text);
    expect(masked.text).toBe(`key AKIA${'•'.repeat(16)}, password=${'•'.repeat(8)}.`);
    expect(masked.ranges.map(({ kind, source }) => [kind, text.slice(source.start, source.end)])).toEqual([
      ['aws_access_key', 'AKIAIOSFODNN7EXAMPLE'],
      ['password', 'hunter2'],
    ]);
    expect(masked.ranges.map(({ start, end }) => masked.text.slice(start, end))).toEqual([
      `AKIA${'•'.repeat(16)}`,
      '•'.repeat(8),
    ]);
  });

  it('returns clean text as it is', () => {
    expect(mask('nothing here')).toEqual({ text: 'nothing here', ranges: [] });
  });

  it('hides a password of a netrc file in the JSON of a line', () => {
    const line = { content: 'machine a.example\n  login ada\n  password Zt4kW9qLmP\n' };
    for (const json of [
      JSON.stringify(line),
      JSON.stringify(line, null, 2),
      JSON.stringify({ a: JSON.stringify(line) }),
    ])
      expect(mask(json).text).not.toContain('Zt4kW9qLmP');
  });
});
