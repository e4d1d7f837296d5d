import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import type { AskedPlace } from './find-writers.js';

/** Git failed; the message is Git's own. */
export class GitError extends Error {}

/** A line of a file, and the commit that added it. */
export interface BlamedLine {
  number: number;
  text: string;
  /** Undefined if it is not committed. */
  commit: string | undefined;
  /** Milliseconds. */
  authorTime: number;
  commitTime: number;
  /** The file's path in that commit. */
  path: string;
}

/** A line that a commit added. */
export interface AddedLine {
  path: string;
  /** The file's former path, if the commit renamed it. */
  oldPath: string | undefined;
  number: number;
  text: string;
}

export interface Commit {
  id: string;
  subject: string;
  authorTime: number;
  commitTime: number;
  added: AddedLine[];
}

const MAX_OUTPUT = 512 * 1024 * 1024;
const NOT_COMMITTED = /^0+$/;

/** The user's settings must not change what git prints, or start programs. */
const OWN_SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'log.showSignature=false',
];

/** Runs git in an untrusted repository. */
export function git(
  cwd: string,
  args: readonly string[],
  { timeout, input = '' }: { timeout?: number; input?: string | undefined } = {},
): string {
  const safe = OWN_SETTINGS.flatMap((setting) => ['-c', setting]);
  try {
    return execFileSync('git', [...safe, ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      timeout,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat', LC_ALL: 'C' },
    });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT') throw new GitError('git was not found, or the folder does not exist');
    throw new GitError(
      String(stderr ?? error)
        .trim()
        .split('\n')[0],
    );
  }
}

/** The repository of a folder; undefined if there is none. */
export function repositoryAt(cwd: string): AskedPlace | undefined {
  try {
    const folder = git(cwd, ['rev-parse', '--show-toplevel']).trim();
    return { folder, names: remoteNames(folder) };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

function remoteNames(folder: string): string[] {
  try {
    const urls = git(folder, ['config', '--get-regexp', '^remote\\..*\\.url$']).trim().split('\n');
    return urls.map((line) => basename(line.trim().replace(/[\\:]/g, '/')).replace(/\.git$/, '')).filter(Boolean);
  } catch {
    // It has no remote.
    return [];
  }
}

/** Runs `git blame` on a file. Follows renames, ignores changes of white space. */
export function blameFile(folder: string, path: string, range: { from: number; to: number } | undefined): BlamedLine[] {
  const lines = range ? ['-L', `${range.from},${range.to}`] : [];
  const out = git(folder, ['blame', '--line-porcelain', '-w', '--no-textconv', ...lines, '--', path]);
  const blamed: BlamedLine[] = [];
  let line: BlamedLine | undefined;
  for (const row of out.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row);
    if (head && !line) {
      const commit = head[1] ?? '';
      line = { number: Number(head[2]), text: '', commit: undefined, authorTime: 0, commitTime: 0, path };
      if (!NOT_COMMITTED.test(commit)) line.commit = commit;
    } else if (line && row.startsWith('\t')) {
      blamed.push({ ...line, text: row.slice(1) });
      line = undefined;
    } else if (line) noteHeader(line, row);
  }
  return blamed;
}

function noteHeader(line: BlamedLine, row: string): void {
  const [key = '', value = ''] = splitOnce(row, ' ');
  if (key === 'author-time') line.authorTime = Number(value) * 1000;
  else if (key === 'committer-time') line.commitTime = Number(value) * 1000;
  else if (key === 'filename') line.path = unquoted(value);
}

/** The lines that a commit added, compared with its first parent. */
export function readCommit(folder: string, name: string): Commit {
  const format = '--format=%H%x00%at%x00%ct%x00%s%x00';
  const id = git(folder, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`]).trim();
  const diff = ['--unified=0', '--inter-hunk-context=0', '--find-renames', '--diff-merges=first-parent'];
  const safe = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'];
  const out = git(folder, ['show', ...safe, ...diff, format, id]);
  const [, authorTime = '0', commitTime = '0', subject = ''] = out.split('\0', 4);
  const patch = out.slice(out.lastIndexOf('\0', headEnd(out)) + 1);
  return {
    id,
    subject,
    authorTime: Number(authorTime) * 1000,
    commitTime: Number(commitTime) * 1000,
    added: addedIn(patch),
  };
}

/** The patch begins after the fourth NUL. */
function headEnd(out: string): number {
  let at = -1;
  for (let count = 0; count < 4; count++) at = out.indexOf('\0', at + 1);
  return at;
}

function addedIn(patch: string): AddedLine[] {
  const added: AddedLine[] = [];
  let file: Pick<AddedLine, 'path' | 'oldPath'> = { path: '', oldPath: undefined };
  let number = 0;
  let left = 0;
  for (const row of patch.split('\n')) {
    if (left === 0) {
      file = fileAfter(row, file);
      const hunk = HUNK.exec(row);
      if (!hunk) continue;
      number = Number(hunk[1]);
      left = Number(hunk[2] ?? 1);
    } else if (row.startsWith('+')) {
      left--;
      added.push({ ...file, number, text: row.slice(1) });
      number++;
    }
  }
  return added;
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

function fileAfter<File extends Pick<AddedLine, 'path' | 'oldPath'>>(row: string, file: File): File {
  if (row.startsWith('diff --git ')) return { ...file, oldPath: undefined };
  if (row.startsWith('rename from ')) return { ...file, oldPath: unquoted(row.slice('rename from '.length)) };
  return row.startsWith('+++ ') ? { ...file, path: pathIn(row.slice(4)) ?? '' } : file;
}

/** The files that differ from the last commit, and untracked files. */
export function changedFiles(folder: string): string[] {
  const parts = git(folder, ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']).split('\0');
  return parts.filter((part) => part !== '' && !/^( D|D )/.test(part)).map((part) => part.slice(3));
}

/** The path after a/ or b/. Git puts a tab after names with spaces. */
function pathIn(text: string): string | undefined {
  const name = text.replace(/\t$/, '');
  return name === '/dev/null' ? undefined : unquoted(name).slice(2);
}

/** Git quotes names with control characters, quotes or backslashes as in C. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  return name.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, sign: string) => {
    if (sign.length === 3) return String.fromCharCode(Number.parseInt(sign, 8));
    return ESCAPED[sign] ?? sign;
  });
}

const ESCAPED: { readonly [sign: string]: string } = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The former paths of a file, newest first; empty if the history is too long to search. */
export function formerNames(folder: string, path: string, commit = 'HEAD'): string[] {
  const options = ['--follow', '--find-renames', '--diff-filter=R', '--name-status', '--format=', '-z'];
  try {
    const parts = git(folder, ['log', ...options, commit, '--', path], { timeout: HISTORY_MS }).split('\0');
    return parts.filter((_, at) => at % 3 === 1);
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}

const HISTORY_MS = 3000;
