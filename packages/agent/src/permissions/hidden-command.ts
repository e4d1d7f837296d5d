import { concernsCommand } from './bash-rule.js';
import { readsOf } from './read-only-command.js';
import { escaped } from './rule.js';
import type { Form } from './shell/forms.js';
import type { Word } from './shell/script.js';
import { innerOf, programName } from './shell/wrappers.js';

/** Whether what a rule forbids may hide in a command that is no known wrapper: then it is asked about. */
export function mayHide({ words, stdin }: Form, content: string, isCaseBlind: boolean): boolean {
  return (
    mayWrap(words, content, isCaseBlind) || mayRunInCode([...words.slice(1), ...(stdin ? [stdin] : [])], words, content)
  );
}

/** A program that is not known may run its arguments, whatever it is called. */
function mayWrap(words: readonly Word[], content: string, isCaseBlind: boolean): boolean {
  if (words.length < 2 || readsOf(words) !== undefined || innerOf(words).length > 0) return false;
  if (NO_WRAPPERS.has(words[0]?.text ?? '') && !isPackageRunner(words)) return false;
  return words.some((word, at) => {
    if (at === 0) return false;
    const value = /^--?[a-z-]+=(.+)$/s.exec(word.text)?.[1];
    const starts = value === undefined ? [word] : [word, { ...word, text: value }];
    return starts.some((start) => concernsCommand(content, [start, ...words.slice(at + 1)], { isCaseBlind }) === true);
  });
}

/** `npm exec -- rm a`: a package manager that runs a program. */
function isPackageRunner([program, ...args]: readonly Word[]): boolean {
  return (
    /^(?:npm|pnpm|yarn|bun)$/.test(program?.text ?? '') &&
    args.some(({ text }) => /^(?:exec|x|dlx|explore|node)$/.test(text))
  );
}

const NO_WRAPPERS = new Set(
  'cat ls echo printf grep egrep fgrep rg sed awk head tail sort uniq wc cut tr tee cp mv rm rmdir mkdir touch ln chmod chown cd git npm pnpm yarn node python python3 cargo go make curl wget tar zip unzip docker kubectl gh kill pkill which type export unset read test diff find man apt apt-get brew pip'.split(
    ' ',
  ),
);

const INTERPRETERS =
  /^(?:python|perl|ruby|node|deno|bun|php|lua|tclsh|expect|osascript|g?awk|mawk|sed|make|ex|ed|vim|nvim|at|batch|crontab)[\d.]*$/;

/** Code for another interpreter that has the forbidden program as a word: `python -c 'os.system("rm x")'`. */
function mayRunInCode(texts: readonly { text: string }[], words: readonly Word[], content: string): boolean {
  if (!INTERPRETERS.test(programName(words[0]?.text ?? ''))) return false;
  const program = /^[\w.-]+/.exec(content)?.[0];
  if (program === undefined) return false;
  const named = new RegExp(`(?<![\\w./-])${escaped(program)}(?![\\w./-])`);
  return texts.some(({ text }) => /[\s"'`(]/.test(text) && named.test(text));
}
