import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Worktrees that tools put below a repository, or beside their own settings. */
const WORKTREE = /^(.*?)[\\/](?:\.claude[\\/]worktrees|\.worktrees)[\\/][^\\/]+/;

/** The repository that a working folder belongs to, so that its worktrees stand together; the folder itself otherwise. */
export function repositoryOf(cwd: string): string {
  const known = WORKTREE.exec(cwd)?.[1];
  if (known) return known;
  // A path to another host comes from a transcript: looking there would tell that host who looks.
  if (/^[\\/]{2}/.test(cwd)) return cwd;
  const gitdir = /^gitdir: (.+)$/m.exec(gitFile(cwd))?.[1];
  return /^(.*)[\\/]\.git[\\/]worktrees[\\/][^\\/]+\s*$/.exec(gitdir ?? '')?.[1] ?? cwd;
}

/** In a worktree `.git` is a small file that names the repository. */
function gitFile(cwd: string): string {
  try {
    return readFileSync(join(cwd, '.git'), 'utf8');
  } catch {
    // A folder, missing, or on another machine: then the path is all there is.
    return '';
  }
}
