import { concernsCommand } from './bash-rule.js';
import { givesCode, INTERPRETERS } from './code-given.js';
import { readsOf } from './read-only-command.js';
import { escaped } from './rule.js';
import { type Form, formsOf } from './shell/forms.js';
import { readScript } from './shell/read-script.js';
import type { Word } from './shell/script.js';
import { innerOf, programName } from './shell/wrappers.js';

/** Whether a denied command may be hidden inside one that is not a known wrapper. If so, the user is asked. */
export function mayHide(form: Form, content: string, { isCaseBlind, isHeld }: Hiding): boolean {
  const { words, stdin } = form;
  return (
    (!isHeld && givesCode(form)) ||
    mayWrap(words, content, isCaseBlind) ||
    mayRunInCode([...words.slice(1), ...(stdin ? [stdin] : [])], words, content)
  );
}

interface Hiding {
  isCaseBlind: boolean;
  /** The operating system prevents the denied program from starting. */
  isHeld: boolean;
}

/** An unknown program may run its arguments, or a script inside an argument. */
function mayWrap(words: readonly Word[], content: string, isCaseBlind: boolean): boolean {
  if (words.length < 2 || readsOf(words) !== undefined || innerOf(words).length > 0) return false;
  if (NO_WRAPPERS.has(words[0]?.text ?? '') && !isPackageRunner(words)) return false;
  return mentions(words.slice(1), content, { isCaseBlind, depth: 0 });
}

interface Search {
  isCaseBlind: boolean;
  depth: number;
}

/** Whether a denied command starts anywhere in these words. */
function mentions(words: readonly Word[], content: string, search: Search): boolean {
  return words.some((word, at) => {
    const rest = words.slice(at + 1);
    const starts = valuesIn(word);
    return (
      starts.some((start) => isForbidden([start, ...rest], content, search)) ||
      starts.some((start) => isScriptWith(start, content, search))
    );
  });
}

/** The word and the values it may contain: `--run=x`, `-oProxyCommand=x`, `-Ix`, `!x`. */
function valuesIn(word: Word): Word[] {
  const values = [
    /^[^=\s]+=(.+)$/s.exec(word.text)?.[1],
    /^-[a-zA-Z](.+)$/s.exec(word.text)?.[1],
    /^[!:+\\]+(.+)$/s.exec(word.text)?.[1],
  ];
  return [word, ...values.filter((text) => text !== undefined).map((text) => ({ ...word, text }))];
}

function isForbidden(words: readonly Word[], content: string, { isCaseBlind }: Search): boolean {
  const { commands } = formsOf({
    commands: [{ words: [...words], assignments: [], redirects: [], isPiped: false, raw: '' }],
  });
  return commands.some((form) => concernsCommand(content, form.words, { isCaseBlind }) === true);
}

function isScriptWith({ text }: Word, content: string, search: Search): boolean {
  if (!/[\s;&|]/.test(text) || search.depth > MAX_DEPTH) return false;
  const { commands } = formsOf(readScript(text));
  return commands.some(
    ({ words }) =>
      concernsCommand(content, words, search) === true ||
      mentions(words, content, { ...search, depth: search.depth + 1 }),
  );
}

const MAX_DEPTH = 3;

/** Whether a package manager runs a program: `npm exec -- rm a`. */
function isPackageRunner([program, ...args]: readonly Word[]): boolean {
  return (
    /^(?:npm|pnpm|yarn|bun)$/.test(program?.text ?? '') &&
    args.some(({ text }) => /^(?:exec|x|dlx|explore|node)$/.test(text))
  );
}

const NO_WRAPPERS = new Set(
  'cat ls echo printf grep egrep fgrep rg sed awk head tail sort uniq wc cut tr tee cp mv rm rmdir mkdir touch ln chmod chown cd git npm pnpm yarn node python python3 cargo go curl wget gh kill pkill which type export unset read test diff find apt apt-get brew pip'.split(
    ' ',
  ),
);

/** Whether code for another interpreter contains the denied program: `python -c 'os.system("rm x")'`. */
function mayRunInCode(texts: readonly { text: string }[], words: readonly Word[], content: string): boolean {
  if (!INTERPRETERS.test(programName(words[0]?.text ?? ''))) return false;
  const program = /^[\w.-]+/.exec(content)?.[0];
  if (program === undefined) return false;
  const named = new RegExp(`(?<![\\w./-])${escaped(program)}(?![\\w./-])`);
  return texts.some(({ text }) => /[\s"'`(]/.test(text) && named.test(text));
}
