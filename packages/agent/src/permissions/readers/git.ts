import type { Word } from '../shell/script.js';
import { pathsRead, type Reader } from './reader.js';

/** The paths that `git` reads. Every operand counts as one: outside a repository, `git diff a b` compares any two files. */
export function gitReads(args: readonly Word[]): Word[] | undefined {
  const [subcommand, ...rest] = args[0]?.text === '--no-pager' ? args.slice(1) : args;
  if (!subcommand) return undefined;
  // `%G` in a format runs the program that verifies signatures.
  if (rest.some(({ text }) => text.includes('%G'))) return undefined;
  if (LISTED.has(subcommand.text)) return rest.length === 1 && rest[0]?.text === 'list' ? [] : undefined;
  const reader = Object.hasOwn(SUBCOMMANDS, subcommand.text) ? SUBCOMMANDS[subcommand.text] : undefined;
  return reader && pathsRead(rest, reader);
}

const LISTED = new Set(['stash', 'worktree']);

const DIFF_LONG =
  'patch no-patch stat? numstat shortstat dirstat? summary name-only name-status unified= raw patch-with-stat minimal patience histogram diff-algorithm= word-diff? color? no-color check full-index abbrev? find-renames? find-copies? diff-filter= ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines function-context inter-hunk-context= exit-code quiet no-ext-diff no-textconv no-renames cached staged merge-base text no-prefix binary';

const DIFF: Reader = { flags: 'puzwbRaWsMC', valued: 'USG', long: DIFF_LONG, operands: 'paths' };

const LOG: Reader = {
  flags: 'puzwbRaWsMCicEFmg',
  valued: 'USGnL',
  long: `${DIFF_LONG} oneline graph decorate? no-decorate all branches? tags? remotes? max-count= skip= since= after= until= before= author= committer= grep= all-match invert-grep regexp-ignore-case extended-regexp fixed-strings merges no-merges first-parent reverse date= pretty? format= abbrev-commit no-abbrev-commit follow topo-order date-order left-right cherry-pick cherry-mark ancestry-path simplify-by-decoration source no-notes count relative-date`,
  takesNumber: true,
  operands: 'paths',
};

const SUBCOMMANDS: { readonly [name: string]: Reader } = {
  status: {
    flags: 'sbz',
    long: 'short branch porcelain? long untracked-files? ignored? show-stash no-renames ignore-submodules?',
    operands: 'paths',
  },
  diff: DIFF,
  log: LOG,
  show: LOG,
  'rev-list': LOG,
  'rev-parse': {
    long: 'show-toplevel abbrev-ref? short? verify git-dir git-common-dir absolute-git-dir is-inside-work-tree is-bare-repository show-prefix show-cdup symbolic-full-name',
    operands: 'paths',
  },
  'ls-files': {
    flags: 'cdmostuvz',
    long: 'cached deleted modified others stage ignored exclude-standard full-name error-unmatch',
    operands: 'paths',
  },
  'ls-tree': { flags: 'rdtlz', long: 'name-only name-status full-tree full-name abbrev?', operands: 'paths' },
  blame: { flags: 'welstpfncMC', valued: 'L', long: 'porcelain line-porcelain date= root', operands: 'paths' },
  describe: {
    long: 'tags all always dirty? long abbrev= match= exclude= contains first-parent exact-match',
    operands: 'paths',
  },
  shortlog: { flags: 'sne', long: 'summary numbered email all no-merges since= until=', operands: 'paths' },
  'cat-file': { flags: 'ptse', operands: 'paths' },
  'merge-base': { flags: 'a', long: 'all is-ancestor octopus fork-point', operands: 'paths' },
  'count-objects': { flags: 'vH', operands: 'paths' },
  branch: {
    flags: 'arv',
    long: 'all remotes verbose list show-current merged no-merged sort=',
    operands: 'paths',
    most: 0,
  },
  tag: { flags: 'ln', long: 'list sort=', operands: 'paths', most: 0 },
  remote: { flags: 'v', long: 'verbose', operands: 'paths', most: 0 },
};
