import picomatch from 'picomatch';
import { INTERPRETERS } from './code-given.js';
import { type PathUse, pathRule, rulesOfUse } from './decide-path.js';
import { deniedInside } from './denied-inside.js';
import { showsContents } from './git-contents.js';
import { namedPath } from './path-rule.js';
import { PATTERN, pathsMatching } from './patterns-on-disk.js';
import type { PermissionContext, PermissionRule, RuleBehavior } from './permission.js';
import type { ParsedRule } from './rule.js';
import { expandBraces } from './shell/braces.js';
import type { Form } from './shell/forms.js';
import type { Redirect } from './shell/script.js';
import { programName } from './shell/wrappers.js';
import { entersUnknownFolder, movesTo, readsUnknown } from './unknown-reads.js';

export interface Found {
  rule: PermissionRule;
  /** False if that depends on words whose value is unknown. */
  isSure: boolean;
}

/** How earlier commands of a script affect a command's paths. */
export interface Whereabouts {
  /** The folders that the command may run in. */
  folders: readonly string[];
  /** Whether it may run in other folders, too. */
  isFolderUnknown: boolean;
}

/** Checks redirects, and words that match a path rule. Best effort: a program may read files that are not named. */
export function forbiddenPath(
  behavior: RuleBehavior,
  form: Form,
  { folders, isFolderUnknown }: Whereabouts,
  context: PermissionContext,
): Found | undefined {
  const { words, redirects } = form;
  const args = words.slice(1).flatMap(expandBraces);
  const patterns = args.filter(({ hasGlob }) => hasGlob).map(({ text }) => text);
  const uses: [PathUse, string][] = [
    ...redirects.map(({ kind, target }): [PathUse, string] => [kind === 'read' ? 'read' : 'edit', target.text]),
    ...args.flatMap(({ text }) => pathsIn(text).map((path): [PathUse, string] => ['read', path])),
    ...(rulesOfPaths('read', behavior, context).length > 0 ? patterns : [])
      .flatMap((pattern) => pathsMatching(pattern, context))
      .map((path): [PathUse, string] => ['read', path]),
  ];
  for (const folder of folders) {
    for (const [use, path] of uses) {
      const rule = rulesWithContent(use, behavior, path, context, folder);
      // By then the script may have changed folders.
      if (rule) return { rule, isSure: folder === context.cwd };
    }
  }
  const rules = rulesOfPaths('read', behavior, context);
  const unknown =
    unknownRedirect(behavior, redirects, context) ??
    rules.find(({ content }) => patterns.some((pattern) => mayMatch(pattern, content, context)))?.rule ??
    (readsUnknown({ ...form, words: [...words.slice(0, 1), ...args] }, isFolderUnknown) ? rules[0]?.rule : undefined) ??
    deniedInside(form.words, rules, context) ??
    (showsContents(words, context) ? rules[0]?.rule : undefined) ??
    rules.find(({ content }) => namesInCode(form, content ?? ''))?.rule;
  return unknown && { rule: unknown, isSure: false };
}

/** Where the commands of a script may run. */
export function whereabouts(commands: readonly Form[], context: PermissionContext): Whereabouts {
  let folders = [context.cwd];
  for (const { words } of commands) {
    const target = movesTo(words);
    if (target === undefined || entersUnknownFolder(words) || folders.length > MAX_FOLDERS) continue;
    folders = [...new Set([...folders, ...folders.map((folder) => namedPath(target, context, folder).named)])];
  }
  return {
    folders,
    isFolderUnknown: folders.length > MAX_FOLDERS || commands.some(({ words }) => entersUnknownFolder(words)),
  };
}

const MAX_FOLDERS = 8;

/** Rules for some paths, not for the whole tool. */
export function rulesOfPaths(use: PathUse, behavior: RuleBehavior, context: PermissionContext): ParsedRule[] {
  return rulesOfUse(use, behavior, context).filter(({ content }) => content !== undefined);
}

/** `< .e*`, `> $X`: this may be any file, so any file rule may apply. */
function unknownRedirect(
  behavior: RuleBehavior,
  redirects: readonly Redirect[],
  context: PermissionContext,
): PermissionRule | undefined {
  const uses = redirects
    .filter(({ target }) => !target.isLiteral || target.hasGlob)
    .map(({ kind }): PathUse => (kind === 'read' ? 'read' : 'edit'));
  return uses.flatMap((use) => rulesOfPaths(use, behavior, context))[0]?.rule;
}

/** Whether part of a shell pattern may match a name in the rule: `.e*` for `.env`. */
function mayMatch(pattern: string, content: string | undefined, { platform }: PermissionContext): boolean {
  const names = (content ?? '').split('/').filter((part) => !/^(?:\**|\.|~)$/.test(part));
  const samples = names.map((name) => name.replace(/[*?]+/g, 'x'));
  const nocase = platform === 'darwin' || platform === 'win32';
  const steps = pattern.split('/').filter((step) => /[*?[]/.test(step));
  return steps.some((step) => {
    const isMatch = picomatch(step, { ...PATTERN, nocase });
    return samples.some((sample) => isMatch(sample));
  });
}

function rulesWithContent(
  use: PathUse,
  behavior: RuleBehavior,
  path: string,
  context: PermissionContext,
  folder: string,
): PermissionRule | undefined {
  const scoped = context.rules.filter(({ rule }) => rule.includes('('));
  if (scoped.length === 0) return undefined;
  return pathRule(use, behavior, namedPath(path, context, folder), { ...context, rules: scoped });
}

/** The paths that a word may name: `--file=x`, `@x`, `if=x`, `HEAD:x` and `-fx` also name x. */
function pathsIn(text: string): string[] {
  const values = [/^(?:-[^=]*=|@|[a-z]+=)(.+)$/, /^[^:]*:(.+)$/, /^-[a-zA-Z]([^=]+)$/].map(
    (each) => each.exec(text)?.[1],
  );
  return [text, ...values.filter((value) => value !== undefined)];
}

/** Whether code for another interpreter contains the file's name: `python -c 'open(".env")'`. */
function namesInCode({ words, stdin }: Form, content: string): boolean {
  const program = programName(words[0]?.text ?? '');
  if (!INTERPRETERS.test(program) && program !== 'jq') return false;
  const name = content.split('/').findLast((part) => part !== '' && !/[*?[]/.test(part));
  if (name === undefined || name === '.' || name === '~') return false;
  return [...words.slice(1), ...(stdin ? [stdin] : [])].some(({ text }) => text.includes(name));
}
