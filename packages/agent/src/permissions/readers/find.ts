import type { Word } from '../shell/script.js';

/** The folders and files that `find` reads; undefined if it uses a test or action that is not listed. */
export function findReads(args: readonly Word[]): Word[] | undefined {
  const start = args.findIndex(({ text }) => /^(?:-.|[!(])/.test(text));
  const paths = args.slice(0, start === -1 ? args.length : start);
  const expression = args.slice(paths.length);
  for (let at = 0; at < expression.length; at++) {
    const { text } = expression[at] as Word;
    if (ALONE.has(text)) continue;
    at++;
    const value = expression[at];
    if (!value) return undefined;
    if (text === '-newer') paths.push(value);
    else if (!VALUED.has(text)) return undefined;
  }
  return paths;
}

const ALONE = new Set('! ( ) -not -a -and -o -or -print -print0 -prune -quit -empty -depth -xdev -ls -true'.split(' '));
const VALUED = new Set(
  '-name -iname -path -ipath -regex -iregex -type -maxdepth -mindepth -size -mtime -mmin -ctime -atime -perm -user -group -links -printf'.split(
    ' ',
  ),
);
