import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** The branch of a folder's repository, read from its files: asked for every line, so no process is started. */
export function gitBranch(folder: string): string | undefined {
  const gitDir = gitDirOf(folder);
  if (gitDir === undefined) return undefined;
  const head = read(join(gitDir, 'HEAD'))?.trim();
  if (head === undefined) return undefined;
  return head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : 'HEAD';
}

/** A worktree's `.git` is a file that names the folder. */
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
    // Not there, or not ours to read: the same to us.
    return undefined;
  }
}

const LONGEST_STATUS = 2000;

/** How the repository stands when the conversation begins, in words for the model. */
export async function gitStatus(folder: string): Promise<string | undefined> {
  const branch = gitBranch(folder);
  if (branch === undefined) return undefined;
  const [status, log] = await Promise.all([
    git(folder, ['status', '--short']),
    git(folder, ['log', '--oneline', '-n', '5']),
  ]);
  const shown = status.length > LONGEST_STATUS ? `${status.slice(0, LONGEST_STATUS)}\n(more was left out)` : status;
  return [
    'How the git repository stood when the conversation began; it is not brought up to date.',
    `Branch: ${branch}`,
    `Changes:\n${shown || '(none)'}`,
    `Last commits:\n${log || '(none)'}`,
  ].join('\n\n');
}

function git(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolveWith) => {
    const options = { cwd, timeout: 3000, windowsHide: true, env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' } };
    execFile('git', ['--no-pager', ...args], options, (error, stdout) => resolveWith(error ? '' : stdout.trimEnd()));
  });
}
