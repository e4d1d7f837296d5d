import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Outside data for tests: a folder with `corpus/` and `real-client/`. Without it, tests that use it are skipped. */
export const corpus = process.env['UNSPOOL_CORPUS'];
export const hasCorpus = corpus !== undefined && existsSync(join(corpus, 'corpus'));

if (!hasCorpus) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');

export function corpusPath(...parts: string[]): string {
  return join(corpus ?? '', ...parts);
}

/** Every session file below a folder. */
export function sessionFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
