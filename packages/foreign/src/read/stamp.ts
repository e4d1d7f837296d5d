import { statSync } from 'node:fs';

/** A file's state for `Source.stamp`; undefined if the file does not exist or is empty. */
export function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size > 0 ? `${stats.size} ${stats.mtimeMs}` : undefined;
  } catch {
    // Permission denied, or a link that loops.
    return undefined;
  }
}
