import { readHead } from './head.js';

/** The working folder in which a session began, from its first lines; undefined when they do not say. */
export function cwdOf(file: string, maxBytes?: number): string | undefined {
  for (const { cwd } of readHead(file, maxBytes)) {
    if (typeof cwd === 'string' && cwd !== '') return cwd;
  }
  return undefined;
}
