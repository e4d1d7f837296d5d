import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Outside data to test against: a folder with `corpus/` and `real-client/`. Tests over it are skipped without it. */
export const corpus = process.env['UNSPOOL_CORPUS'];
export const hasCorpus = corpus !== undefined && existsSync(join(corpus, 'corpus'));

if (!hasCorpus) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');

/** Every session file below a folder of the outside data. */
export function sessionFilesIn(...parts: string[]): string[] {
  const folder = join(corpus ?? '', ...parts);
  if (!hasCorpus || !existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
