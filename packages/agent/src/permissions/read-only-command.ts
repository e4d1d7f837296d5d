import type { Command, Word } from './shell/script.js';
import { programName } from './shell/wrappers.js';

/** What a program that changes nothing reads: words that may be paths; undefined: it may change something. */
export function readsOf(words: readonly Word[]): Word[] | undefined {
  const [program, ...args] = words;
  if (!program?.isLiteral || program.hasGlob || program.text.includes('/')) return undefined;
  const { text: name } = program;
  // A variable may hold a secret or an option.
  if (args.some(({ isLiteral }) => !isLiteral)) return undefined;
  // They read nothing, but the shell puts names of files in place of a pattern.
  if (WITHOUT_PATHS.has(name)) {
    return name === 'printf' && args[0]?.text.startsWith('-') ? undefined : args.filter(({ hasGlob }) => hasGlob);
  }
  if (name === 'git') return gitReads(args);
  if (name === 'sed') return sedReads(args);
  const forbidden = FORBIDDEN_OPTIONS[name];
  if (forbidden === undefined) return undefined;
  if (forbidden && args.some(({ text }) => forbidden.test(text))) return undefined;
  if (name === 'uniq' && args.filter(({ text }) => !text.startsWith('-')).length > 1) return undefined;
  return args.filter(mayBePath);
}

/** Without looking at the paths: for plan mode, and for what may run side by side. */
export function isReadOnly({ words, assignments, redirects }: Command): boolean {
  if (redirects.some(({ kind, target }) => kind === 'write' && target.text !== '/dev/null')) return false;
  if (!assignments.every(({ name }) => isHarmlessVariable(name))) return false;
  return words.length === 0 || isFolderChange(words) || readsOf(words) !== undefined;
}

export function isFolderChange(words: readonly Word[]): boolean {
  return words[0]?.isLiteral === true && programName(words[0].text) === 'cd';
}

/** Reads whatever is below a folder. */
export function isRecursive(words: readonly Word[]): boolean {
  const [program, ...args] = words.map(({ text }) => text);
  if (program === 'rg' || program === 'ag' || program === 'rsync') return true;
  if (program === 'git') return args.includes('grep') && args.some((text) => /^--(?:no-index|untracked)$/.test(text));
  if (program === 'tar') return args.some((text) => /^-?[a-zA-Z]*[cru]|^--(?:create|append|update)/.test(text));
  if (program === 'cp' || program === 'zip')
    return args.some((text) => /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/.test(text));
  return /^(?:e|f)?grep$|^diff$/.test(program ?? '') && args.some((text) => /^-[a-zA-Z]*[rR]|^--(?:de)?r/.test(text));
}

/** Variables that cannot make a program run another one. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS_VARIABLES.has(name) || /^LC_[A-Z]+$/.test(name) || /^(?!.*path)[a-z][a-z0-9]{0,15}$/.test(name);
}

const HARMLESS_VARIABLES = new Set(
  'NODE_ENV CI FORCE_COLOR NO_COLOR COLORTERM TERM LANG LANGUAGE TZ DEBUG RUST_LOG RUST_BACKTRACE COLUMNS LINES NODE_NO_WARNINGS PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE GOOS GOARCH CGO_ENABLED'.split(
    ' ',
  ),
);

/** Programs that read no file that is named to them. */
const WITHOUT_PATHS = new Set(
  'echo printf true false : pwd whoami id uname sleep seq which type basename dirname arch nproc uptime tty groups'.split(
    ' ',
  ),
);

/** Programs that only read, and the options by which they would do more. */
const FORBIDDEN_OPTIONS: { [name: string]: RegExp | null | undefined } = {
  cat: null,
  head: null,
  tail: null,
  ls: null,
  wc: /^--files0-from/,
  stat: null,
  file: /^-[a-zA-Z]*[CmfM]|^--(?:compile|magic-file|files-from)/,
  du: /^-[a-zA-Z]*X|^--(?:files0-from|exclude-from)/,
  df: null,
  nl: null,
  cut: null,
  tr: null,
  uniq: /^--output/,
  sort: /^-[a-zA-Z]*[oT]|^--(?:o|c|t|files0)/,
  grep: null,
  egrep: null,
  fgrep: null,
  rg: /^--(?:pre|hostname-bin|search-zip)|^-[a-zA-Z]*z/,
  diff: /^--(?:to-file|from-file|output)/,
  cmp: null,
  comm: null,
  md5sum: null,
  sha1sum: null,
  sha256sum: null,
  realpath: null,
  readlink: null,
  // `test -v 'a[$(x)]'` runs x.
  test: /^-[vR]$/,
  '[': /^-[vR]$/,
  column: null,
  jq: /env|ENV/,
  tree: /^-[a-zA-Z]*[oR]|^--(?:output|fromfile|fromtabfile)/,
  date: /^-[a-zA-Z]*[sfr]|^--(?:set|file|reference)/,
  find: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprintf|fprint0|files0-from)/,
};

function mayBePath({ text }: Word): boolean {
  // `--file=/etc/passwd`, `-f../x`: an option with a path in it.
  return !text.startsWith('-') || /[/~]|\.\./.test(text);
}

const GIT_READS = new Set(
  'status log diff show rev-parse ls-files blame describe shortlog rev-list cat-file merge-base ls-tree name-rev count-objects'.split(
    ' ',
  ),
);
const GIT_FORBIDDEN =
  /^(?:--output|-o$|--ext-diff|--textconv|--no-index|-O|--open|--upload|--exec|--filters|--batch-command|-c$|-C$|--git-dir|--work-tree|--contents)/;

function gitReads([subcommand, ...args]: readonly Word[]): Word[] | undefined {
  if (!subcommand || args.some(({ text }) => GIT_FORBIDDEN.test(text))) return undefined;
  const { text } = subcommand;
  if (GIT_READS.has(text)) return args.filter(mayBePath).filter((word) => !isRevision(word));
  const flags = args.map((word) => word.text);
  if (text === 'branch')
    return flags.every((each) => /^(?:-a|-r|-v|-vv|--list|--show-current|--all)$/.test(each)) ? [] : undefined;
  if (text === 'remote') return flags.every((each) => /^(?:-v|--verbose)$/.test(each)) ? [] : undefined;
  if (text === 'stash' || text === 'worktree') return flags.length === 1 && flags[0] === 'list' ? [] : undefined;
  return undefined;
}

/** `main..topic`, `HEAD~2`, `origin/main`: no way out of the folder. */
function isRevision({ text }: Word): boolean {
  return /^[\w@^{}-]+(?:[/~.:^][\w@^{}-]*)*$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)/.test(text) && !text.startsWith('-');
}

/** Only printing of lines: `sed -n 5,20p file`. */
function sedReads(args: readonly Word[]): Word[] | undefined {
  const [flag, script, ...files] = args;
  const isPrint = flag?.text === '-n' && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script?.text ?? '');
  if (!isPrint || files.some(({ text }) => text.startsWith('-'))) return undefined;
  return files;
}
