import picomatch from 'picomatch';
import { pathsOf } from './path-rule.js';
import type { PermissionContext } from './permission.js';

const MAX_PATHS = 500;

/** The paths that a shell pattern currently matches, since any of them may be a link. */
export function pathsMatching(pattern: string, context: PermissionContext): string[] {
  const { namesIn } = context;
  if (!namesIn) return [];
  const { resolve, join, parse, isAbsolute } = pathsOf(context);
  const text = pattern.startsWith('~/') ? join(context.home, pattern.slice(1)) : pattern;
  const root = isAbsolute(text) ? parse(text).root : '';
  let paths = [root === '' ? resolve(context.cwd) : root];
  for (const step of text.slice(root.length).split(/[/\\]/)) {
    if (step === '') continue;
    paths = paths.flatMap((folder) => namesMatching(step, folder, namesIn).map((name) => join(folder, name)));
    paths = paths.slice(0, MAX_PATHS);
  }
  return paths;
}

function namesMatching(step: string, folder: string, namesIn: (folder: string) => string[]): string[] {
  if (!/[*?[]/.test(step)) return [step];
  const isMatch = picomatch(step, PATTERN);
  return namesIn(folder).filter((name) => isMatch(name));
}

export const PATTERN = { nonegate: true, posix: true } as const;
