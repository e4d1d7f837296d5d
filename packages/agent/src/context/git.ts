import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type GitRepository, guardedGit, runsPrograms } from './git-guard.js';

/** The branch checked out in a folder. Read from git's files, since starting a process for every line would be slow. */
export function gitBranch(folder: string): string | undefined {
  const gitDir = gitDirOf(folder);
  if (gitDir === undefined) return undefined;
  const head = read(join(gitDir, 'HEAD'))?.trim();
  if (head === undefined) return undefined;
  return head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : 'HEAD';
}

/** The repository that git would use in a folder. */
export function gitRepository(folder: string): GitRepository | undefined {
  const bare = bareRepositoryOf(folder);
  const gitDir = gitDirOf(folder);
  const isBare = bare !== undefined && !(gitDir !== undefined && dirname(gitDir).startsWith(bare));
  const found = isBare ? bare : gitDir;
  if (found === undefined) return undefined;
  const common = resolve(found, read(join(found, 'commondir'))?.trim() ?? '.');
  return { isBare, config: [join(common, 'config'), join(found, 'config.worktree')].map(read).join('\n') };
}

/** The nearest folder, from this one upwards, that git may treat as a repository, including a `.git` folder itself. */
function bareRepositoryOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (['HEAD', 'objects', 'refs'].every((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Finds the git folder. In a worktree, `.git` is a file that names it. */
function gitDirOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, '.git');
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts?.isDirectory()) return path;
    if (facts?.isFile()) {
      const named = /^gitdir: (.+)$/m.exec(read(path) ?? '')?.[1];
      if (named !== undefined) return isAbsolute(named) ? named : resolve(at, named);
    }
    if (dirname(at) === at) return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Missing or unreadable: treated alike.
    return undefined;
  }
}

const MAX_STATUS = 2000;

/** The repository's state when the conversation begins, as text for the model. */
export async function gitStatus(folder: string): Promise<string | undefined> {
  const branch = gitBranch(folder);
  const repository = gitRepository(folder);
  // The user has not been asked yet, so no program that the folder names may run.
  if (branch === undefined || !repository || runsPrograms(repository)) return undefined;
  const [status, log] = await Promise.all([
    git(folder, ['status', '--short']),
    git(folder, ['log', '--oneline', '-n', '5']),
  ]);
  const shown = status.length > MAX_STATUS ? `${status.slice(0, MAX_STATUS)}\n(more was left out)` : status;
  return [
    'State of the git repository when the conversation began; it is not updated.',
    `Branch: ${branch}`,
    `Changes:\n${shown || '(none)'}`,
    `Last commits:\n${log || '(none)'}`,
  ].join('\n\n');
}

function git(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolveWith) => {
    const options = { cwd, timeout: 3000, windowsHide: true, env: guardedGit(process.env, 'reading') };
    execFile('git', ['--no-pager', ...args], options, (error, stdout) => resolveWith(error ? '' : stdout.trimEnd()));
  });
}
