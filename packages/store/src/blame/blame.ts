import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../sqlite/database.js';
import { type AskedLine, type AskedPlace, findWriters, type Writer } from './find-writers.js';
import { type BlamedLine, blameFile, type Commit, formerNames, readCommit } from './git.js';
import { hashOfLine } from './line-hash.js';

/** A line of a file, and the call that wrote it. */
export interface WrittenLine extends BlamedLine {
  writer: Writer | undefined;
}

export interface WrittenCommit extends Commit {
  /** One entry per added line. */
  writers: (Writer | undefined)[];
}

export interface BlameRange {
  from: number;
  to: number;
}

export interface AskedFile {
  place: AskedPlace;
  /** Relative to the repository, or to the working folder outside of a repository. */
  path: string;
  range?: BlameRange | undefined;
  isInGit: boolean;
}

/** Finds the writers of a file's lines. */
export function blame(database: Database, { place, path, range, isInGit }: AskedFile): WrittenLine[] {
  const lines = isInGit
    ? blameFile(place.folder ?? '.', path, range)
    : plainLines(resolve(place.folder ?? '.', path), path, range);
  const asked = lines.map(({ path: then, text, commit, authorTime, commitTime }) => ({
    paths: then === path ? [path] : [then, path],
    text,
    until: commit === undefined ? [Number.POSITIVE_INFINITY] : [authorTime, commitTime],
  }));
  const writers = findWriters(database, asked, place);
  if (isInGit) fillIn(writers, asked, (left) => findWriters(database, underFormerNames(left, place, path), place));
  return lines.map((line, at) => ({ ...line, writer: writers[at] }));
}

/** Finds the writers of the lines that a commit added. */
export function blameCommit(database: Database, name: string, place: AskedPlace & { folder: string }): WrittenCommit {
  const commit = readCommit(place.folder, name);
  const asked = commit.added.map(({ path, oldPath, text }) => ({
    paths: oldPath === undefined ? [path] : [path, oldPath],
    text,
    until: [commit.authorTime, commit.commitTime],
  }));
  return { ...commit, writers: findWriters(database, asked, place) };
}

/** Searches again for lines that have no writer but may have one. */
function fillIn<T>(
  writers: (T | undefined)[],
  asked: readonly AskedLine[],
  ask: (left: AskedLine[]) => (T | undefined)[],
): void {
  const left = asked.flatMap((line, at) => (writers[at] || hashOfLine(line.text) === undefined ? [] : [{ line, at }]));
  if (left.length === 0) return;
  const found = ask(left.map(({ line }) => line));
  for (const [index, { at }] of left.entries()) writers[at] = found[index];
}

/** A line that changed after its file was renamed was first written under the old name. */
function underFormerNames(lines: readonly AskedLine[], { folder }: AskedPlace, path: string): AskedLine[] {
  const paths = folder === undefined ? [] : formerNames(folder, path);
  return paths.length === 0 ? [] : lines.map((line) => ({ ...line, paths }));
}

/** Outside of git, the time of a line is unknown. */
function plainLines(file: string, path: string, range: BlameRange | undefined): BlamedLine[] {
  const all = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  const lines = all.map((text, at) => ({
    number: at + 1,
    text,
    commit: undefined,
    authorTime: 0,
    commitTime: 0,
    path,
  }));
  return range ? lines.slice(range.from - 1, range.to) : lines;
}
