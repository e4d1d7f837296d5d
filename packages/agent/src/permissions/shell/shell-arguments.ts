import type { Word } from './script.js';

/** The arguments of a shell: `bash -euo pipefail -c 'ls' name`. */
export interface ShellArguments {
  /** The script given with `-c`. */
  script?: Word;
  /** The script file to run. */
  file?: Word;
  /** Whether the script of `-c`, or an option, is unknown. */
  isUnclear: boolean;
  /** Whether the script comes from its input: `-s` or `-`. */
  readsInput: boolean;
  /** Whether it only prints its help or version. */
  isQuestion: boolean;
}

export function shellArguments(args: readonly Word[]): ShellArguments {
  const found: ShellArguments = { isUnclear: false, readsInput: false, isQuestion: false };
  const { options, next, isUnclear } = shellOptions(args);
  if (isUnclear) return { ...found, isUnclear };
  if (options.some((text) => text === '--version' || text === '--help')) return { ...found, isQuestion: true };
  const bundles = options.filter((text) => /^-(?!-)/.test(text));
  if (bundles.some((text) => text.includes('c')))
    return next ? { ...found, script: next } : { ...found, isUnclear: true };
  if (bundles.some((text) => text === '-' || text.includes('s'))) return { ...found, readsInput: true };
  return next ? { ...found, file: next } : found;
}

interface ShellOptions {
  options: string[];
  /** The word after the options. */
  next?: Word | undefined;
  isUnclear?: boolean;
}

function shellOptions(args: readonly Word[]): ShellOptions {
  const options: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const { text, isLiteral } = args[at] as Word;
    if (!isLiteral) return { options, isUnclear: true };
    if (!/^[-+]/.test(text)) return { options, next: args[at] };
    options.push(text);
    if (text === '-' || text === '--') return { options, next: args[at + 1] };
    if (/^--(?:rcfile|init-file)$/.test(text)) at++;
    // Each of them takes a word: `-euo pipefail`.
    if (!text.startsWith('--')) at += text.match(/[oO]/g)?.length ?? 0;
  }
  return { options };
}
