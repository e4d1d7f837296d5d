import picomatch from 'picomatch';
import { type PathUse, pathRule, rulesOfUse } from './decide-path.js';
import { namedPath } from './path-rule.js';
import type { PermissionContext, PermissionRule, RuleBehavior } from './permission.js';
import { rulesFor } from './rule.js';
import type { Form } from './shell/forms.js';
import type { Redirect } from './shell/script.js';

export interface Found {
  rule: PermissionRule;
  /** False: it depends on what is not written out. */
  isSure: boolean;
}

/** Redirects, and words that are the path of a rule. Best effort: a program may read what nobody named to it. */
export function forbiddenPath(
  behavior: RuleBehavior,
  { words, redirects }: Form,
  context: PermissionContext,
): Found | undefined {
  const uses: [PathUse, string][] = [
    ...redirects.map(({ kind, target }): [PathUse, string] => [kind === 'read' ? 'read' : 'edit', target.text]),
    ...words.slice(1).flatMap(({ text }) => pathsIn(text).map((path): [PathUse, string] => ['read', path])),
  ];
  for (const [use, path] of uses) {
    const rule = rulesWithContent(use, behavior, path, context);
    if (rule) return { rule, isSure: true };
  }
  const unknown = unknownRedirect(behavior, redirects, context);
  if (unknown) return { rule: unknown, isSure: false };
  const pattern = words.slice(1).find(({ hasGlob }) => hasGlob);
  const rule = pattern && rulesFor(behavior, ['Read'], context).find((each) => mayMean(pattern.text, each.content));
  return rule ? { rule: rule.rule, isSure: false } : undefined;
}

/** `< .e*`, `> $X`: it may be any file, so any rule for files may mean it. */
function unknownRedirect(
  behavior: RuleBehavior,
  redirects: readonly Redirect[],
  context: PermissionContext,
): PermissionRule | undefined {
  const uses = redirects
    .filter(({ target }) => !target.isLiteral || target.hasGlob)
    .map(({ kind }): PathUse => (kind === 'read' ? 'read' : 'edit'));
  return uses.flatMap((use) => rulesOfUse(use, behavior, context)).find(({ content }) => content !== undefined)?.rule;
}

/** Whether a pattern of the shell may stand for a name that the rule means: `.e*` for `.env`. */
function mayMean(pattern: string, content: string | undefined): boolean {
  if (content === undefined) return false;
  const last = (text: string) => text.split('/').findLast((part) => part !== '' && part !== '**') ?? '';
  const sample = last(content).replace(/[*?]+/g, 'x');
  return sample !== '' && picomatch(last(pattern), { nonegate: true })(sample);
}

function rulesWithContent(
  use: PathUse,
  behavior: RuleBehavior,
  path: string,
  context: PermissionContext,
): PermissionRule | undefined {
  const scoped = context.rules.filter(({ rule }) => rule.includes('('));
  if (scoped.length === 0) return undefined;
  return pathRule(use, behavior, namedPath(path, context), { ...context, rules: scoped });
}

/** `--file=x`, `@x`, `if=x` name x as well. */
function pathsIn(text: string): string[] {
  const value = /^(?:-[^=]*=|@|[a-z]+=)(.+)$/.exec(text)?.[1];
  return value === undefined ? [text] : [text, value];
}
