import { join, resolve } from 'node:path';
import type { ToolContext } from '../tool.js';

/** The path a model named: from where commands run now, `~` as in a shell. */
export function placeOf(given: unknown, { cwd, home }: Pick<ToolContext, 'cwd' | 'home'>): string {
  const path = String(given ?? '');
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(cwd, path);
}
