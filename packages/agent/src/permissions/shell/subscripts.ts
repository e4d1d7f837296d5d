import type { Assignment, Word } from './script.js';

/** Whether a builtin is given a name with a substitution in it. Evaluating the name runs that, quoted or not. */
export function runsSubscript(name: string, args: readonly Word[]): boolean {
  if (!COUNTING.has(name)) return false;
  // It sets a variable only with `-v`.
  if (name === 'printf' && args[0]?.isLiteral && !args[0].text.startsWith('-v')) return false;
  return args.some(({ text }) => /\$\(|`/.test(text) || holdsSubscript(text));
}

/** A quoted name that runs something when evaluated: `printf -v 'a[$(x)]'`, but not `test "$(x)" = y`. */
export function hidesSubscript(name: string, args: readonly Word[]): boolean {
  return (
    runsSubscript(name, args) &&
    args.some(({ text, isLiteral }) => (isLiteral && /\$\(|`/.test(text)) || holdsSubscript(text))
  );
}

/** Whether a value runs something in arithmetic: after `x='a[$(y)]'`, arithmetic with x runs y. */
export function setsSubscript({ value }: Assignment): boolean {
  const isQuoted = value.isLiteral || /['\\]/.test(value.raw);
  return isQuoted && holdsSubscript(value.text);
}

/** Builtins that evaluate names, which runs substitutions in them: `test -v 'a[$(x)]'`. */
const COUNTING = new Set(
  'let declare typeset local export readonly test [ [[ read unset mapfile readarray getopts wait shift printf'.split(
    ' ',
  ),
);

function holdsSubscript(text: string): boolean {
  return /\w\[[\s\S]*(?:\$[({\w]|`)/.test(text);
}
