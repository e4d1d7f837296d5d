import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { type AskedFile, type AskedPlace, GitError, git, repositoryAt } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export type Target =
  | ({ kind: 'file' } & AskedFile)
  | { kind: 'commit'; name: string; place: AskedPlace & { folder: string } };

/** A file with or without lines, or a commit. */
export function targetOf(text: string, io: Io): Target {
  const lines = /^(.+):(\d+)(?:-(\d+))?$/.exec(text);
  const whole = resolve(io.cwd, text);
  if (isFile(whole)) return fileTarget(whole, undefined);
  const [, path = '', from = '', to = from] = lines ?? [];
  const file = resolve(io.cwd, path);
  if (lines && isFile(file)) return fileTarget(file, rangeOf(Number(from), Number(to)));
  if (!lines && !existsSync(whole)) return commitTarget(text, io);
  throw new UserError(`There is no file ${safeLine(lines ? path : text)}.`, {
    hint: 'Give FILE, FILE:LINE, FILE:FROM-TO or a commit.',
  });
}

export function fileTargetOf(text: string, io: Io): AskedFile {
  const target = targetOf(text, io);
  if (target.kind === 'file') return target;
  throw new UserError(`"${safeLine(text)}" names no line of a file.`, { hint: 'Give FILE:LINE.', isUsage: true });
}

function fileTarget(file: string, range: AskedFile['range']): Target {
  const real = realpathSync(file);
  const place = repositoryAt(dirname(real));
  const folder = place?.folder ?? dirname(real);
  const path = relative(folder, real).split(sep).join('/');
  return { kind: 'file', path, range, ...withGit(place, folder, path) };
}

/** A file that git does not follow is as one outside of a repository. */
function withGit(place: AskedPlace | undefined, folder: string, path: string): Pick<AskedFile, 'place' | 'isInGit'> {
  const isInGit = place !== undefined && isTracked(folder, path);
  return { place: place ?? { folder, names: [] }, isInGit };
}

function isTracked(folder: string, path: string): boolean {
  try {
    git(folder, ['cat-file', '-e', `HEAD:${path}`]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

function commitTarget(name: string, io: Io): Target {
  const place = repositoryAt(io.cwd);
  const { folder } = place ?? {};
  if (place && folder !== undefined && isCommit(folder, name))
    return { kind: 'commit', name, place: { ...place, folder } };
  throw new UserError(`"${safeLine(name)}" is neither a file nor a commit of this repository.`, {
    hint: 'Give FILE, FILE:LINE, FILE:FROM-TO or a commit.',
  });
}

function isCommit(folder: string, name: string): boolean {
  try {
    git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

function rangeOf(from: number, to: number): { from: number; to: number } {
  if (from >= 1 && to >= from) return { from, to };
  throw new UserError(`${from}-${to} is not a range of lines.`, { hint: 'Lines count from 1.', isUsage: true });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
