import type { Assignment, Word } from './script.js';

/** Whether a builtin is given a name with a substitution in it: counting runs it, also out of quotes. */
export function runsSubscript(name: string, args: readonly Word[]): boolean {
  if (!COUNTING.has(name)) return false;
  // Only with `-v` does it set a variable.
  if (name === 'printf' && args[0]?.isLiteral && !args[0].text.startsWith('-v')) return false;
  return args.some(({ text }) => /\$\(|`/.test(text) || holdsSubscript(text));
}

/** A name in quotes that runs something when it is counted with: `printf -v 'a[$(x)]'`, not `test "$(x)" = y`. */
export function hidesSubscript(name: string, args: readonly Word[]): boolean {
  return (
    runsSubscript(name, args) &&
    args.some(({ text, isLiteral }) => (isLiteral && /\$\(|`/.test(text)) || holdsSubscript(text))
  );
}

/** `x='a[$(y)]'`: whoever counts with x runs y. */
export function setsSubscript({ value }: Assignment): boolean {
  const isQuoted = value.isLiteral || /['\\]/.test(value.raw);
  return isQuoted && holdsSubscript(value.text);
}

/** They count with the names they are given, and counting runs substitutions: `test -v 'a[$(x)]'`. */
const COUNTING = new Set(
  'let declare typeset local export readonly test [ [[ read unset mapfile readarray getopts wait shift printf'.split(
    ' ',
  ),
);

function holdsSubscript(text: string): boolean {
  return /\w\[[\s\S]*(?:\$[({\w]|`)/.test(text);
}
