import type { Input, Redirect, Word } from './script.js';
import { shellArguments } from './shell-arguments.js';
import { programName, SHELLS } from './wrappers.js';

/** Where a shell reads its script from, if not from an argument. */
export type InputScript =
  | { kind: 'none' }
  /** A file on disk, which is checked like any other program. */
  | { kind: 'file' }
  | { kind: 'script'; text: string }
  | { kind: 'unknown'; why: string };

export interface Reading {
  words: readonly Word[];
  redirects: readonly Redirect[];
  stdin?: Input;
}

const NONE: InputScript = { kind: 'none' };

/** A script that a shell reads from its input: `bash <<< 'rm x'`, `. /dev/stdin`, `curl … | sh`. */
export function inputScript({ words, redirects, stdin }: Reading): InputScript {
  const source = sourceOf(words);
  if (source === 'none') return NONE;
  // Even if a file is named, its name may be a link to the input.
  if (stdin) {
    if (!stdin.isLiteral) return { kind: 'unknown', why: 'a shell runs unknown text' };
    return { kind: 'script', text: stdin.text };
  }
  if (source === 'file') return { kind: 'file' };
  const file = redirects.find(({ kind }) => kind === 'read')?.target;
  if (file?.isLiteral && !isDevice(file.text)) return { kind: 'file' };
  return { kind: 'unknown', why: 'a shell runs input from elsewhere' };
}

function sourceOf([program, ...args]: readonly Word[]): 'none' | 'file' | 'input' {
  const name = programName(program?.text ?? '');
  if (name === '.' || name === 'source') return args.length === 0 ? 'none' : fileOrInput(args[0]?.text ?? '');
  if (name === 'su' || name === 'runuser')
    return args.some(({ text }) => /^-[a-z]*c/.test(text) || /^--(?:session-)?c/.test(text)) ? 'none' : 'input';
  if (name === 'newgrp') return 'input';
  if (name === 'sudo') return isShellOfSudo(args) ? 'input' : 'none';
  if (name === 'at' || name === 'batch')
    return args.some(({ text }) => /^-[a-z]*[lrdcf]/.test(text)) ? 'none' : 'input';
  return SHELLS.has(name) ? shellSource(args) : 'none';
}

function shellSource(args: readonly Word[]): 'none' | 'file' | 'input' {
  const { script, file, isUnclear, isQuestion } = shellArguments(args);
  if (script || isUnclear || isQuestion) return 'none';
  return file ? fileOrInput(file.text) : 'input';
}

/** Whether sudo starts a shell: `-s` or `-i` without a command. */
function isShellOfSudo(args: readonly Word[]): boolean {
  return args.some(({ text }) => /^(?:-[a-zA-Z]*[si]|--shell|--login)$/.test(text)) && args.every(isOption);
}

function isOption({ text }: Word): boolean {
  return text.startsWith('-');
}

function fileOrInput(path: string): 'file' | 'input' {
  return isDevice(path) ? 'input' : 'file';
}

function isDevice(path: string): boolean {
  return /^\/+(?:dev|proc)\//.test(path) || /(?:^|\/)\.\.\/.*(?:dev|proc)\//.test(path);
}
