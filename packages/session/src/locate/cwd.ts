import { readHead } from './head.js';

/** Returns the working folder in which a session began, from its first lines; undefined if they do not name it. */
export function cwdOf(file: string, maxBytes?: number): string | undefined {
  for (const { cwd } of readHead(file, maxBytes)) {
    if (typeof cwd === 'string' && cwd !== '') return cwd;
  }
  return undefined;
}
