import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Worktrees that tools create below a repository or next to their own settings. */
const WORKTREE = /^(.*?)[\\/](?:\.claude[\\/]worktrees|\.worktrees)[\\/][^\\/]+/;

/** The repository of a working folder, the same for all its worktrees; else the folder itself. */
export function repositoryOf(cwd: string): string {
  const known = WORKTREE.exec(cwd)?.[1];
  if (known) return known;
  // Network paths come from transcripts; accessing them would contact another host.
  if (/^[\\/]{2}/.test(cwd)) return cwd;
  const gitdir = /^gitdir: (.+)$/m.exec(gitFile(cwd))?.[1];
  return /^(.*)[\\/]\.git[\\/]worktrees[\\/][^\\/]+\s*$/.exec(gitdir ?? '')?.[1] ?? cwd;
}

/** In a worktree, `.git` is a small file that names the repository. */
function gitFile(cwd: string): string {
  try {
    return readFileSync(join(cwd, '.git'), 'utf8');
  } catch {
    // A folder, missing, or on another machine: only the path is known.
    return '';
  }
}
