import { join, resolve } from 'node:path';
import type { ToolContext } from '../tool.js';

/** Resolves a path from the model, relative to the shell's current folder. Expands `~` as a shell does. */
export function placeOf(given: unknown, { cwd, home }: Pick<ToolContext, 'cwd' | 'home'>): string {
  const path = String(given ?? '');
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(cwd, path);
}
