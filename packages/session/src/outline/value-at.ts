import type { JsonWalk } from './json-walk.js';

/** What a flag says; undefined when it is no flag. A flag that is not there is not set. */
export function flagAt({ bytes }: JsonWalk, start: number): boolean | undefined {
  if (start === 0) return false;
  switch (bytes[start]) {
    case 116:
      return true;
    case 102:
    case 110:
      return false;
    default:
      return undefined;
  }
}

/** Whether the string at a place is this word, written plainly. */
export function isWordAt({ bytes }: JsonWalk, start: number, end: number, word: Buffer): boolean {
  if (start === 0 || end - start !== word.length) return false;
  for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word[index]) return false;
  return true;
}
