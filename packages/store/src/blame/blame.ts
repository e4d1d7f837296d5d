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
  const file = resolve(place.folder ?? '.', path);
  const wide = range && upToLongLines(file, range);
  const lines = isInGit ? blameFile(place.folder ?? '.', path, wide) : plainLines(file, path, wide);
  const asked = lines.map(({ path: then, text, commit, authorTime, commitTime }) => ({
    paths: then === path ? [path] : [then, path],
    text,
    until: commit === undefined ? [Number.POSITIVE_INFINITY] : [authorTime, commitTime],
  }));
  const writers = findWriters(database, asked, place);
  if (isInGit) {
    const current = { pathOf: () => path, commit: 'HEAD' };
    fillIn(writers, asked, (left) => findWriters(database, underFormerNames(left, place, current), place));
  }
  const written = lines.map((line, at) => ({ ...line, writer: writers[at] }));
  giveShortLines(written);
  return range ? written.filter(({ number }) => number >= range.from && number <= range.to) : written;
}

/** Finds the writers of the lines that a commit added. */
export function blameCommit(database: Database, name: string, place: AskedPlace & { folder: string }): WrittenCommit {
  const commit = readCommit(place.folder, name);
  const asked = commit.added.map(({ path, oldPath, text }) => ({
    paths: oldPath === undefined ? [path] : [path, oldPath],
    text,
    until: [commit.authorTime, commit.commitTime],
  }));
  const writers = findWriters(database, asked, place);
  fillIn(writers, asked, (left) => {
    const named = underFormerNames(left, place, { pathOf: ({ paths }) => paths[0], commit: commit.id });
    return findWriters(database, named, place);
  });
  return { ...commit, writers };
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

/** Git reads the history once per file. */
const MAX_FOLLOWED = 20;

interface Followed {
  pathOf(line: AskedLine): string | undefined;
  commit: string;
}

/** A line that changed after its file was renamed was first written under the old name. */
function underFormerNames(
  lines: readonly AskedLine[],
  { folder }: AskedPlace,
  { pathOf, commit }: Followed,
): AskedLine[] {
  const names = new Map<string | undefined, string[]>();
  for (const path of lines.map(pathOf)) {
    if (folder === undefined || path === undefined || names.has(path) || names.size >= MAX_FOLLOWED) continue;
    names.set(path, formerNames(folder, path, commit));
  }
  return lines.map((line) => ({ ...line, paths: names.get(pathOf(line)) ?? [] }));
}

/** A short line is attributed by the lines around it, which may be outside of the range. */
function upToLongLines(file: string, range: BlameRange): BlameRange {
  const all = linesOf(file);
  let { from, to } = range;
  while (from > 1 && hashOfLine(all[from - 1] ?? '') === undefined) from--;
  while (to < all.length && hashOfLine(all[to - 1] ?? '') === undefined) to++;
  return { from, to };
}

/** Short lines between two lines of one call are attributed to that call. */
function giveShortLines(lines: WrittenLine[]): void {
  let before = -1;
  for (const [at, { text, writer }] of lines.entries()) {
    if (hashOfLine(text) === undefined) continue;
    const last = lines[before]?.writer;
    if (last && last.id === writer?.id) for (const line of lines.slice(before + 1, at)) line.writer = last;
    before = at;
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
}

/** Outside of git, the time of a line is unknown. */
function plainLines(file: string, path: string, range: BlameRange | undefined): BlamedLine[] {
  const all = linesOf(file);
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
