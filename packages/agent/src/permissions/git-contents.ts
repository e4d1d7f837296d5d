import { namedPath, pathsOf } from './path-rule.js';
import type { PermissionContext } from './permission.js';
import type { Word } from './shell/script.js';
import { programName } from './shell/wrappers.js';

/** Whether git shows or copies files that the command does not name: `git log -p`, `git diff`, `git show HEAD`. */
export function showsContents(words: readonly Word[], context: PermissionContext): boolean {
  const [program, ...args] = words;
  if (programName(program?.text ?? '') !== 'git') return false;
  const [subcommand, ...rest] = withoutGlobalOptions(args);
  if (!subcommand) return false;
  const options = rest.filter(({ text }) => text.startsWith('-')).map(({ text }) => text);
  const isPatch = options.some((text) => PATCH.test(text));
  if (LOGS.has(subcommand.text)) {
    if (options.every((text) => NAMES_ONLY.test(text) || OF_LOGS.test(text))) return false;
  } else if (WITH_PATCH.has(subcommand.text)) {
    if (!isPatch) return false;
  } else if (!WITH_CONTENTS.has(subcommand.text) || (!isPatch && options.some((text) => NAMES_ONLY.test(text)))) {
    return false;
  }
  return !namesFiles(rest, context);
}

function withoutGlobalOptions(args: readonly Word[]): readonly Word[] {
  let at = 0;
  for (; args[at]?.text.startsWith('-'); at++) if (/^-[Cc]$/.test(args[at]?.text ?? '')) at++;
  return args.slice(at);
}

const WITH_CONTENTS = new Set(
  'show diff grep cat-file archive format-patch diff-tree diff-index diff-files difftool fast-export stash range-diff bundle'.split(
    ' ',
  ),
);
const LOGS = new Set(['log', 'whatchanged', 'reflog', 'rev-list', 'shortlog']);
/** Log options that never show file contents. */
const OF_LOGS =
  /^(?:-(?:\d+|n\d*|[isEFPzg]|sn|sne)|--(?:oneline|graph|(?:no-)?decorate|all|branches|tags|remotes|max-count|skip|since|after|until|before|author|committer|grep|all-match|invert-grep|regexp-ignore-case|fixed-strings|(?:no-)?merges|first-parent|reverse|date|pretty|format|(?:no-)?abbrev-commit|abbrev|follow|(?:topo|date|author-date)-order|left-right|ancestry-path|simplify-by-decoration|source|count|numbered|email|relative-date)(?:=.*)?|--)$/;
const WITH_PATCH = new Set(['status', 'commit', 'add']);
const PATCH =
  /^(?:-(?!m)[a-zA-Z]*[puvUL][a-zA-Z]*\d*|-L.*|--(?:patch|unified|cc|word-diff|color-words|binary|full-diff|verbose|raw-patch).*|-c)$/;
const NAMES_ONLY =
  /^(?:--(?:stat|numstat|shortstat|dirstat|name-only|name-status|summary|no-patch|quiet|check|list)(?:=.*)?|-[stqle]|-l)$/;

/** Whether all files are named, after `--` or as `HEAD:src/a.ts`. Path rules check those. */
function namesFiles(args: readonly Word[], context: PermissionContext): boolean {
  // Shows whole commits, even if files are named.
  if (args.some(({ text }) => text.startsWith('--full'))) return false;
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes !== -1) return args.length > dashes + 1 && args.slice(dashes + 1).every((word) => isFile(word, context));
  const operands = args.filter(({ text }) => !text.startsWith('-'));
  return (
    operands.length > 0 && operands.every(({ text, isLiteral }) => isLiteral && /^[\w@^~./-]+:[^:*?[]+[^/]$/.test(text))
  );
}

function isFile({ text, isLiteral, hasGlob }: Word, context: PermissionContext): boolean {
  if (!isLiteral || hasGlob || /^:|[*?[]/.test(text) || !context.namesIn) return false;
  const { named } = namedPath(text, context);
  const { dirname, basename } = pathsOf(context);
  return context.namesIn(dirname(named)).includes(basename(named)) && context.namesIn(named).length === 0;
}
