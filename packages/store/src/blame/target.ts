import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
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
    if (range.from < 1 || range.to < range.from) return `There are no lines ${from}-${to}.`;
    const last = countLines(resolve(cwd, path));
    if (range.from > last) return `There is no line ${from}: the last line of ${path} is ${last}.`;
    return fileTarget(resolve(cwd, path), { from: range.from, to: Math.min(range.to, last) });
  }
  if (existsSync(whole)) return `"${text}" is not a file.`;
  if (path !== '') return `There is no file ${path}.`;
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

function countLines(file: string): number {
  const bytes = readFileSync(file);
  let lines = bytes.length > 0 && bytes.at(-1) !== LINE_FEED ? 1 : 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

const LINE_FEED = 10;

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
