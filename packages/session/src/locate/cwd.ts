import { readHead } from './head.js';

/** The working folder in which a session began, as its lines say; undefined when none of its first lines says so. */
export function cwdOf(file: string, maxBytes?: number): string | undefined {
  for (const { cwd } of readHead(file, maxBytes)) {
    if (typeof cwd === 'string' && cwd !== '') return cwd;
  }
  return undefined;
}
