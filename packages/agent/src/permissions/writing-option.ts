import type { Word } from './shell/script.js';

/**
 * The option by which a program that is known for reading writes, removes or runs something: a rule such as
 * `Bash(git log:*)` does not allow it unless it names the option itself.
 */
export function writingOption([program, ...args]: readonly Word[]): string | undefined {
  const name = program?.text ?? '';
  const pattern = Object.hasOwn(WRITING, name) ? WRITING[name] : undefined;
  return pattern && args.map(({ text }) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

const WRITING: { readonly [name: string]: RegExp } = {
  git: /^--(?:out|ext-d|textc)[a-z-]*|^-O(?=.)/,
  find: /^-(?:delete|fprint0?|fprintf|fls)$/,
  sort: /^-[a-zA-Z]*o|^--(?:o|co)[a-z-]*/,
  rg: /^--(?:pre|hostname-bin)(?![a-z-])/,
  tree: /^-o/,
};
