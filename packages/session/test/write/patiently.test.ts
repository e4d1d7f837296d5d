import { describe, expect, it } from 'vitest';
import { patiently } from '../../src/write/patiently.js';

/** Fails so many times, then says how often it was tried. */
function refusing(times: number, code: string): () => number {
  let tries = 0;
  return () => {
    if (tries++ < times) throw Object.assign(new Error(code), { code });
    return tries;
  };
}

describe('what is done patiently', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again on Windows after %s', (code) => {
    expect(patiently(refusing(3, code), 'win32')).toBe(4);
  });

  it('is given up in the end', () => {
    expect(() => patiently(refusing(Number.POSITIVE_INFINITY, 'EPERM'), 'win32')).toThrow('EPERM');
  });

  it('is tried once where nothing will change', () => {
    expect(() => patiently(refusing(1, 'ENOENT'), 'win32')).toThrow('ENOENT');
    expect(() => patiently(refusing(1, 'EPERM'), 'linux')).toThrow('EPERM');
    expect(patiently(refusing(0, ''), 'darwin')).toBe(1);
  });
});
