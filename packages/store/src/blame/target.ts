import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { AskedFile } from './blame.js';
import type { AskedPlace } from './find-writers.js';
import { GitError, git, repositoryAt } from './git.js';

export type BlameTarget =
  | ({ kind: 'file' } & AskedFile)
  | { kind: 'commit'; name: string; place: AskedPlace & { folder: string } };

/** A file with optional lines, or a commit; an error message if it is neither. */
export function findTarget(text: string, cwd: string): BlameTarget | string {
  const whole = resolve(cwd, text);
  if (isFile(whole)) return fileTarget(whole, undefined);
  const [, path = '', from = '', to = from] = /^(.+):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to) };
  if (path !== '' && isFile(resolve(cwd, path))) {
    if (range.from < 1 || range.to < range.from) return `${from}-${to} is not a range of lines.`;
    return fileTarget(resolve(cwd, path), range);
  }
  if (path !== '' || existsSync(whole)) return `There is no file ${path || text}.`;
  // No name contains a NUL, and git cannot be asked about one.
  const place = text.includes('\0') ? undefined : repositoryAt(cwd);
  const { folder } = place ?? {};
  if (place && folder !== undefined && knows(folder, `${text}^{commit}`)) {
    return { kind: 'commit', name: text, place: { ...place, folder } };
  }
  return `"${text}" is neither a file nor a commit of this repository.`;
}

function fileTarget(file: string, range: AskedFile['range']): BlameTarget {
  const real = realpathSync(file);
  const place = repositoryAt(dirname(real));
  const folder = place?.folder ?? dirname(real);
  const path = relative(folder, real).split(sep).join('/');
  // An untracked file is treated like one outside of a repository.
  const isInGit = place !== undefined && knows(folder, `HEAD:${path}`);
  return { kind: 'file', path, range, place: place ?? { folder, names: [] }, isInGit };
}

function knows(folder: string, object: string): boolean {
  try {
    git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', object]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // Too long, a loop of links, or below a file.
    return false;
  }
}
