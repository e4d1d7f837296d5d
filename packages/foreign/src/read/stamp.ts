import { statSync } from 'node:fs';

/** The state of a file, as `Source.stamp` wants it; undefined when there is no such file. */
export function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() ? `${stats.size} ${stats.mtimeMs}` : undefined;
  } catch {
    // Forbidden, or a link in a circle.
    return undefined;
  }
}
