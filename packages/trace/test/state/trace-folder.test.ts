import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionKey } from '../../src/state/trace-folder.js';

describe("a session's name in our files", () => {
  it('is the same for a file, however its drive is written', () => {
    expect(sessionKey('c:\\Users\\jo\\a.jsonl', win32)).toBe(sessionKey('C:\\Users\\jo\\a.jsonl', win32));
    expect(sessionKey('c:/Users/jo/a.jsonl', win32)).toBe(sessionKey('C:\\Users\\jo\\a.jsonl', win32));
  });

  it('differs for another folder', () => {
    const keys = ['C:\\a.jsonl', 'D:\\a.jsonl', 'C:\\b\\a.jsonl'].map((file) => sessionKey(file, win32));
    expect(new Set(keys).size).toBe(3);
    expect(sessionKey('/c:/a.jsonl', posix)).not.toBe(sessionKey('/C:/a.jsonl', posix));
  });
});
