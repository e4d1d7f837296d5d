import { describe, expect, it } from 'vitest';
import { patiently } from '../../src/write/patiently.js';

/** Fails a number of times, then returns how often it was called. */
function refusing(times: number, code: string): () => number {
  let tries = 0;
  return () => {
    if (tries++ < times) throw Object.assign(new Error(code), { code });
    return tries;
  };
}

describe('retrying', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('tries again on Windows after %s', (code) => {
    expect(patiently(refusing(3, code), 'win32')).toBe(4);
  });

  it('gives up in the end', () => {
    expect(() => patiently(refusing(Number.POSITIVE_INFINITY, 'EPERM'), 'win32')).toThrow('EPERM');
  });

  it('tries once if nothing will change', () => {
    expect(() => patiently(refusing(1, 'ENOENT'), 'win32')).toThrow('ENOENT');
    expect(() => patiently(refusing(1, 'EPERM'), 'linux')).toThrow('EPERM');
    expect(patiently(refusing(0, ''), 'darwin')).toBe(1);
  });
});
