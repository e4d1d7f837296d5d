import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** The first of all files with the same bytes: the recordings contain many sessions several times. */
export function distinct(files: readonly string[], isOneOfAKind = (_file: string) => false): string[] {
  const known = new Set<string>();
  return files.filter((file) => {
    if (isOneOfAKind(file)) return true;
    const content = createHash('sha1').update(readFileSync(file)).digest('base64');
    const isNew = !known.has(content);
    known.add(content);
    return isNew;
  });
}

/** As `distinct`, for tests that also read the files of a session's folder and its sub-agents. */
export function distinctFamilies(files: readonly string[]): string[] {
  return distinct(
    files,
    (file) =>
      existsSync(file.replace(/\.jsonl$/, '')) || readdirSync(dirname(file)).some((name) => name.startsWith('agent-')),
  );
}
