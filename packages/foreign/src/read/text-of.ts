import { readFileSync, statSync } from 'node:fs';

/**
 * The text of a small file; undefined when it is not there or cannot be read. Only plain files are opened: a named
 * pipe would wait for a writer.
 */
export function textOf(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
