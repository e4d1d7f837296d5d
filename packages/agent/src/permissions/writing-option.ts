import type { Word } from './shell/script.js';

/**
 * The argument that makes a program that normally only reads write, delete or run something. A rule such as
 * `Bash(git log:*)` does not allow it unless the rule names that argument.
 */
export function writingOption([program, ...args]: readonly Word[]): string | undefined {
  const name = program?.text ?? '';
  if (name === 'uniq') return args.filter(({ text }) => !/^-./.test(text))[1]?.text;
  if (name === 'date') return args.find(({ text }) => /^(?:-[a-zA-Z]*s|--s|\d{8})/.test(text))?.text;
  const pattern = Object.hasOwn(WRITING, name) ? WRITING[name] : undefined;
  return pattern && args.map(({ text }) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

const WRITING: { readonly [name: string]: RegExp } = {
  git: /^--(?:out|op|ext-d|textc|filt)[a-z-]*|^-O(?=.)/,
  find: /^-(?:delete|fprint0?|fprintf|fls)$/,
  sort: /^-[a-zA-Z]*o|^--(?:o|co)[a-z-]*/,
  rg: /^--(?:pre|hostname-bin)(?![a-z-])/,
  tree: /^-o/,
};
