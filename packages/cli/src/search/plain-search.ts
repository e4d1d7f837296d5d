import { existsSync } from 'node:fs';
import { databaseFile } from '@unspool/store';
import type { Io } from '../io.js';

export interface PlainSearch {
  words: string[];
  isJson: boolean;
}

/** A search for words and nothing else that an index can answer; undefined where the program is needed. */
export function plainSearch([command, ...given]: readonly string[], io: Io): PlainSearch | undefined {
  if (command !== 'search') return undefined;
  const isJson = given.at(-1) === '--json';
  const words = isJson ? given.slice(0, -1) : given;
  if (words.length === 0 || words.some((word) => word.startsWith('-'))) return undefined;
  return existsSync(databaseFile(io)) ? { words, isJson } : undefined;
}
