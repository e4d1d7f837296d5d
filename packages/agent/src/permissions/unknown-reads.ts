import type { Form } from './shell/forms.js';
import type { Word } from './shell/script.js';
import { programName } from './shell/wrappers.js';

/** Whether a command shows or copies files whose names are unknown: `cat $x`, `ls | xargs cat`. */
export function readsUnknown({ words, takesMore }: Form, isFolderUnknown: boolean): boolean {
  const [program, ...args] = words;
  const name = programName(program?.text ?? '');
  if (name === 'cpio' || name === 'pax') return true;
  if (!READERS.has(name)) return false;
  if (args.some(({ text }) => NAMES_FROM_ELSEWHERE.test(text) || (name === 'tar' && /^-?[a-zA-Z]*T/.test(text))))
    return true;
  if (takesMore || args.some(({ text, isLiteral }) => !isLiteral || text.includes('{}'))) return true;
  return isFolderUnknown && args.some(({ text }) => !/^[-/~]/.test(text));
}

/** Whether a command changes to an unknown folder: `cd $x`. */
export function entersUnknownFolder([program, ...args]: readonly Word[]): boolean {
  return isMove(program) && args.some(({ isLiteral, hasGlob }) => !isLiteral || hasGlob);
}

/** The folder that a command changes to: `cd src`. */
export function movesTo([program, ...args]: readonly Word[]): string | undefined {
  return isMove(program) ? args.find(({ text }) => !text.startsWith('-'))?.text : undefined;
}

function isMove(program: Word | undefined): boolean {
  return /^(?:cd|pushd)$/.test(program?.text ?? '');
}

/** Options that read file names from a file, even abbreviated: `sort --files0-from=-`. */
const NAMES_FROM_ELSEWHERE = /^--files/;

/** Programs that print or copy the files they are given. */
const READERS = new Set(
  'cat tac head tail less more bat nl rev cut paste join fold fmt expand column uniq sort shuf comm diff cmp grep egrep fgrep rg ag sed awk gawk mawk jq yq xxd od hexdump strings base32 base64 cp mv ln install rsync scp dd tar zip gzip bzip2 xz zcat curl source .'.split(
    ' ',
  ),
);
