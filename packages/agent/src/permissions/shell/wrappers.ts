import { builtinScripts } from './builtins.js';
import { optionCommands } from './option-commands.js';
import { readScript } from './read-script.js';
import type { Inner, Word } from './script.js';
import { shellArguments } from './shell-arguments.js';

/** The commands that a known wrapper runs; empty for any other command. */
export function innerOf(words: readonly Word[]): Inner[] {
  const [program, ...args] = words;
  if (!program) return [];
  const name = programName(program.text);
  if (SHELLS.has(name)) return shellScript(name, args);
  if (name === 'eval' || name === 'watch') return scriptOf(name === 'eval' ? args : afterOptions(args, 'nd').rest);
  if (name === 'find' || name === 'fd' || name === 'fdfind') return findCommands(args);
  if (name === 'env') return environment(args);
  if (name === 'xargs') return xargs(args);
  if (WITH_COMMAND_OPTION.has(name)) return [...commandOption(args), ...wrapped(name, args)];
  const ofBuiltin = builtinScripts(name, args);
  return ofBuiltin ?? wrapped(name, args);
}

function wrapped(name: string, args: readonly Word[]): Inner[] {
  const wrapper = WRAPPERS[name];
  if (!wrapper) return optionCommands(name, args);
  if (name === 'command' && args.some(({ text }) => /^-[pvV]*[vV]/.test(text))) return [];
  const { rest, doubt } = afterOptions(args, wrapper.valued ?? '');
  if (doubt) return [doubt];
  const inner = rest.slice(wrapper.operands ?? 0);
  const reads: Inner[] = name === 'parallel' ? [doubtOf('parallel builds commands from its input')] : [];
  if (inner.length === 0) return reads;
  if (wrapper.isTransparent) return [{ kind: 'transparent', words: inner, variables: [] }];
  return [{ kind: 'other', words: inner.filter(({ text }, at) => at > 0 || !text.includes('=')) }, ...reads];
}

/** The name without its folder: `/usr/bin/rm` is `rm`. */
export function programName(text: string): string {
  return (text.split(/[/\\]/).at(-1) ?? text).replace(/\.exe$/i, '');
}

export const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh', 'ash', 'fish']);

interface Wrapper {
  isTransparent?: boolean;
  /** Short options that take a value. */
  valued?: string;
  /** Number of words between the options and the command. */
  operands?: number;
}

/** Programs that pass the value of `-c` to a shell. */
const WITH_COMMAND_OPTION = new Set(['su', 'script', 'runuser', 'sg', 'flock']);

const WRAPPERS: { [name: string]: Wrapper | undefined } = {
  timeout: { isTransparent: true, valued: 'ks', operands: 1 },
  time: { isTransparent: true, valued: 'fo' },
  nice: { isTransparent: true, valued: 'n' },
  nohup: { isTransparent: true },
  stdbuf: { isTransparent: true, valued: 'ioe' },
  command: { isTransparent: true },
  builtin: { isTransparent: true },
  noglob: { isTransparent: true },
  exec: { valued: 'a' },
  sudo: { valued: 'ugpCDRThrt' },
  doas: { valued: 'uC' },
  runuser: { valued: 'ugGs' },
  pkexec: {},
  flock: { valued: 'wEo', operands: 1 },
  setpriv: {},
  prlimit: {},
  fakeroot: {},
  setsid: {},
  ionice: { valued: 'cnpPu' },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  unshare: {},
  chroot: { operands: 1 },
  strace: { valued: 'abeEIoOpPsSuUX' },
  ltrace: { valued: 'aAbDeFlnopsuwx' },
  busybox: {},
  toybox: {},
  parallel: { valued: 'jnI' },
  unbuffer: {},
  caffeinate: { valued: 'tw' },
  arch: {},
};

interface Options {
  rest: Word[];
  doubt?: Inner;
}

/** Skips options. If it is unclear whether a word is an option's value, that is a doubt. */
function afterOptions(args: readonly Word[], valued: string): Options {
  let at = 0;
  for (; at < args.length; at++) {
    const { text, isLiteral } = args[at] as Word;
    if (!isLiteral) return { rest: args.slice(at), doubt: doubtOf('what it runs is unknown') };
    if (text === '--') return { rest: args.slice(at + 1) };
    if (!text.startsWith('-') || text === '-') break;
    // `--kill-after 5` may take its value from the next word; `--kill-after=5` does not.
    if (text.startsWith('--')) {
      if (!text.includes('=') && !KNOWN_FLAGS.has(text)) {
        return { rest: args.slice(at + 1), doubt: doubtOf(`the option ${text} is unknown`) };
      }
    } else if (takesNext(text, valued)) at++;
  }
  return { rest: args.slice(at) };
}

/** `-n 5`, `-0n 5`, but not `-n5`. */
function takesNext(bundle: string, valued: string): boolean {
  const first = [...bundle.slice(1)].findIndex((sign) => valued.includes(sign));
  return first !== -1 && first === bundle.length - 2;
}

const KNOWN_FLAGS = new Set([
  '--foreground',
  '--preserve-status',
  '--verbose',
  '--null',
  '--no-run-if-empty',
  '--ignore-environment',
]);

function doubtOf(why: string): Inner {
  return { kind: 'doubt', why };
}

/** Shells whose scripts we can read. */
const KNOWN_SHELLS = new Set(['bash', 'sh', 'dash']);

function shellScript(shell: string, args: readonly Word[]): Inner[] {
  const { script, isUnclear } = shellArguments(args);
  if (isUnclear) return [doubtOf('what the shell runs is unknown')];
  if (!script) return [];
  const inner = scriptOf([script]);
  return KNOWN_SHELLS.has(shell) ? inner : [doubtOf(`it is a ${shell} script`), ...inner];
}

function scriptOf(words: readonly Word[]): Inner[] {
  if (words.length === 0) return [];
  if (words.some(({ isLiteral, hasGlob }) => !isLiteral || hasGlob)) {
    return [doubtOf('a script inside it is unknown')];
  }
  return [{ kind: 'script', script: readScript(words.map(({ text }) => text).join(' '), 1) }];
}

function findCommands(args: readonly Word[]): Inner[] {
  const found: Inner[] = [];
  for (let at = 0; at < args.length; at++) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(args[at]?.text ?? '')) continue;
    const from = at + 1;
    while (at < args.length && args[at]?.text !== ';' && args[at]?.text !== '+') at++;
    const words = args.slice(from, at);
    if (at > from) found.push({ kind: 'other', words });
    if (words[0]?.text.includes('{') || (words.some(isShell) && words.some(({ text }) => /.\{\}|\{\}./.test(text)))) {
      found.push(doubtOf('what it runs depends on the files it finds'));
    }
  }
  return found;
}

/** The script that a program passes to a shell: `su -c 'rm x'`, `su -c'rm x'`, `script --command='rm x' file`. */
function commandOption(args: readonly Word[]): Inner[] {
  return args.flatMap((word, at) => {
    const { text } = word;
    if (/^--(?:session-)?c[a-z-]*$/.test(text)) return scriptOf(args.slice(at + 1, at + 2));
    const value = /^(?:--(?:session-)?c[a-z-]*=|-[a-zA-Z]*?c)(.*)$/s.exec(text)?.[1];
    if (value === undefined) return [];
    return value === '' ? scriptOf(args.slice(at + 1, at + 2)) : scriptOf([{ ...word, text: value }]);
  });
}

function isShell({ text }: Word): boolean {
  return SHELLS.has(programName(text)) || text === 'eval';
}

function environment(args: readonly Word[]): Inner[] {
  if (args.some(({ text }) => /^(?:-[a-zA-Z]*S|--split-string)/.test(text)))
    return [doubtOf('env splits a string into a command')];
  const { rest, doubt } = afterOptions(args, 'uC');
  if (doubt) return [doubt];
  const first = rest.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  if (first === -1) return [];
  const words = rest.slice(first);
  const variables = rest.slice(0, first).map(({ text }) => text.slice(0, text.indexOf('=')));
  const hasOptions = rest.length < args.length;
  return [hasOptions ? { kind: 'other', words } : { kind: 'transparent', words, variables }];
}

function xargs(args: readonly Word[]): Inner[] {
  const { rest, doubt } = afterOptions(args, 'adEILnPs');
  if (doubt) return [doubt];
  if (rest.length === 0) return [];
  const options = args.slice(0, args.length - rest.length).map(({ text }) => text);
  // The placeholder may be the program itself.
  if (!options.some((text) => /^-[a-zA-Z0-9]*[iIJ]|^--replace/.test(text))) {
    const inner: Inner = { kind: 'xargs', words: rest };
    return lacksCommand(rest) ? [inner, doubtOf('what it runs depends on its input')] : [inner];
  }
  const isNamed =
    /^[\w./-]+$/.test(rest[0]?.text ?? '') && options.every((text) => text !== rest[0]?.text) && !rest.some(isShell);
  return [{ kind: 'other', words: rest }, ...(isNamed ? [] : [doubtOf('what it runs is unknown')])];
}

/** Whether a wrapper has no command of its own: `xargs env` runs what it reads. */
function lacksCommand(words: readonly Word[]): boolean {
  const inner = innerOf(words);
  if (inner.length === 0) {
    const name = programName(words[0]?.text ?? '');
    return name === 'env' || name === 'eval' || name === 'xargs' || SHELLS.has(name) || WRAPPERS[name] !== undefined;
  }
  return inner.some((each) => 'words' in each && lacksCommand(each.words));
}
