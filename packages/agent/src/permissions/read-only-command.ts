import { findReads } from './readers/find.js';
import { gitReads } from './readers/git.js';
import { jqReads } from './readers/jq.js';
import { PROGRAMS } from './readers/programs.js';
import { pathsRead } from './readers/reader.js';
import type { Command, Word } from './shell/script.js';
import { programName } from './shell/wrappers.js';

/** The words of a command that name the files it reads; undefined: it may change something. */
export function readsOf(words: readonly Word[]): Word[] | undefined {
  const [program, ...args] = words;
  if (!program?.isLiteral || program.hasGlob || program.text.includes('/')) return undefined;
  // A variable may hold a secret or an option.
  if (args.some(({ isLiteral }) => !isLiteral)) return undefined;
  const reads = readsOfProgram(program.text, args);
  // The shell expands patterns to file names, even where the command expects no path.
  return reads && [...new Set([...reads, ...args.filter(({ hasGlob }) => hasGlob)])];
}

function readsOfProgram(name: string, args: readonly Word[]): Word[] | undefined {
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  if (special) return special(args);
  const reader = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  return reader && pathsRead(args, reader);
}

/** Programs with their own argument syntax. */
const SPECIAL: { readonly [name: string]: (args: readonly Word[]) => Word[] | undefined } = {
  echo: () => [],
  printf: printfReads,
  date: dateReads,
  find: findReads,
  git: gitReads,
  jq: jqReads,
  sed: sedReads,
  test: testReads,
};

/** Whether a command only reads, wherever. Used in plan mode and to decide which calls may run in parallel. */
export function isReadOnly({ words, assignments, redirects }: Command): boolean {
  if (redirects.some(({ kind, target }) => kind === 'write' && target.text !== '/dev/null')) return false;
  if (!assignments.every(({ name }) => isHarmlessVariable(name))) return false;
  return words.length === 0 || isFolderChange(words) || readsOf(words) !== undefined;
}

export function isFolderChange(words: readonly Word[]): boolean {
  return words[0]?.isLiteral === true && programName(words[0].text) === 'cd';
}

/** Whether a command reads everything below a folder. */
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

/** `printf`: `-v` and `%n` set a variable, which might be `PATH`. */
function printfReads([format]: readonly Word[]): Word[] | undefined {
  if (!format || format.hasGlob || format.text.startsWith('-')) return undefined;
  return /^(?:[^%]|%%|%[-+ #0]*\d*(?:\.\d+)?[sdiuxXofeEgGcbq])*$/.test(format.text) ? [] : undefined;
}

/** `date`: an operand without `+` sets the clock. */
function dateReads(args: readonly Word[]): Word[] | undefined {
  const prints = /^(?:\+.*|-[uR]+|-I\w*|--utc|--universal|--date=.*|--iso-8601(?:=\w+)?|--rfc-3339=\w+)$/s;
  return args.every(({ text }) => prints.test(text)) ? [] : undefined;
}

/** `test -v 'a[$(x)]'` runs x. */
function testReads(args: readonly Word[]): Word[] | undefined {
  const known = /^-(?:[abcdefghknoprstuwxzLSO]|eq|ne|lt|le|gt|ge|nt|ot|ef)$/;
  if (args.some(({ text }) => /^-[A-Za-z]/.test(text) && !known.test(text))) return undefined;
  return args.filter(({ text }) => !text.startsWith('-'));
}

/** `sed`: only printing lines is allowed, as in `sed -n 5,20p file`. */
function sedReads(args: readonly Word[]): Word[] | undefined {
  const [flag, script, ...files] = args;
  const isPrint = flag?.text === '-n' && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script?.text ?? '');
  if (!isPrint || files.some(({ text }) => text.startsWith('-'))) return undefined;
  return files;
}
