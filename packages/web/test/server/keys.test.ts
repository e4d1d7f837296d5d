import { describe, expect, it } from 'vitest';
import { Keys } from '../../src/server/keys.js';

const HOUR = 60 * 60_000;

describe('link keys', () => {
  it('work once, and are then reported as used', () => {
    const keys = new Keys();
    const key = keys.newLink(0);
    expect(keys.useLink(key, HOUR)).toBe('good');
    expect(keys.useLink(key, HOUR)).toBe('used');
  });

  it('expire after an hour, and work only on their own server', () => {
    const keys = new Keys();
    const key = keys.newLink(0);
    expect(keys.useLink(key, HOUR + 1)).toBe('old');
    expect(keys.useLink(key, HOUR + 1)).toBe('old');
    expect(keys.useLink(new Keys().newLink(0), 0)).toBe('unknown');
    expect(keys.useLink('', 0)).toBe('unknown');
  });

  it('are not kept forever', () => {
    const keys = new Keys();
    const first = keys.newLink(0);
    for (let at = 0; at < 30; at++) keys.newLink(0);
    expect(keys.useLink(first, 0)).toBe('unknown');
    const used = keys.newLink(0);
    expect(keys.useLink(used, 0)).toBe('good');
    for (let at = 0; at < 30; at++) expect(keys.useLink(keys.newLink(0), 0)).toBe('good');
    expect(keys.useLink(used, 0)).toBe('unknown');
  });
});
