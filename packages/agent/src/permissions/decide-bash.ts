import { uncovered } from './bash-coverage.js';
import { concernsCommand } from './bash-rule.js';
import { byRule, type PathUse, pathRule } from './decide-path.js';
import { namedPath } from './path-rule.js';
import type { Decision, PermissionContext, PermissionRule, RuleBehavior } from './permission.js';
import { readsOf } from './read-only-command.js';
import { rulesFor } from './rule.js';
import { type Form, type Forms, formsOf } from './shell/forms.js';
import { readScript } from './shell/read-script.js';
import type { Word } from './shell/script.js';
import { innerOf } from './shell/wrappers.js';
import { suggestRules } from './suggest-rules.js';

/** Whether a command may run. What is not fully understood is asked about. */
export function decideBash(command: string, isReadOnly: boolean, context: PermissionContext): Decision {
  const script = readScript(command);
  const forms = formsOf(script);
  const forbidden = findRule('deny', forms, context) ?? findRule('ask', forms, context);
  if (forbidden?.isSure) return byRule(forbidden.rule);
  if (forbidden) return ask(`the rule ${forbidden.rule.rule} may mean it`);
  if (forms.doubt !== undefined && hasForbidding(context)) {
    return ask(`it cannot be checked against the rules that forbid: ${forms.doubt}`);
  }
  if (context.mode === 'bypassPermissions') return allow('mode', 'all permissions are bypassed');
  if (context.mode === 'plan' && !isReadOnly) return deny('plan mode changes nothing');
  const named = rulesFor('allow', ['Bash'], context).find(
    ({ content }) => content === undefined || (!content.includes('*') && content === command.trim()),
  );
  if (named) return byRule(named.rule);
  if (script.doubt !== undefined) return ask(`it is not fully understood: ${script.doubt}`);
  const open = uncovered(script, context);
  if (open.length === 0) return allow('other', 'every part of it is allowed or only reads in the project');
  const parts = open.map(({ raw }) => raw.replace(/\s+/g, ' ').replace(OPENER, '').slice(0, 80)).join('; ');
  return { ...ask(`nothing allows ${parts}`), suggestions: suggestRules(open) };
}

/** What a loop or a condition puts before a command. */
const OPENER = /^(?:(?:do|then|else|elif|if|while|until|!|\{) )+/;

interface Found {
  rule: PermissionRule;
  /** False: it depends on what is not written out. */
  isSure: boolean;
}

function findRule(behavior: RuleBehavior, { commands }: Forms, context: PermissionContext): Found | undefined {
  const rules = rulesFor(behavior, ['Bash'], context);
  const isCaseBlind = context.platform === 'darwin' || context.platform === 'win32';
  let unsure: Found | undefined;
  for (const { rule, content } of rules) {
    if (content === undefined) return { rule, isSure: true };
    for (const { words } of commands) {
      const concerned = concernsCommand(content, words, { isCaseBlind });
      if (concerned === true) return { rule, isSure: true };
      if (concerned === 'maybe' || mayWrap(words, content, isCaseBlind)) unsure ??= { rule, isSure: false };
    }
  }
  const path = commands.map((form) => forbiddenPath(behavior, form, context)).find((rule) => rule !== undefined);
  return path ? { rule: path, isSure: true } : unsure;
}

/** A program that is not known may run its arguments, whatever it is called. */
function mayWrap(words: readonly Word[], content: string, isCaseBlind: boolean): boolean {
  if (words.length < 2 || readsOf(words) !== undefined || innerOf(words).length > 0) return false;
  if (NO_WRAPPERS.has(words[0]?.text ?? '')) return false;
  return words.some((_, at) => at > 0 && concernsCommand(content, words.slice(at), { isCaseBlind }) === true);
}

const NO_WRAPPERS = new Set(
  'cat ls echo printf grep egrep fgrep rg sed awk head tail sort uniq wc cut tr tee cp mv rm rmdir mkdir touch ln chmod chown cd git npm pnpm yarn node python python3 cargo go make curl wget tar zip unzip docker kubectl gh kill pkill which type export unset read test diff find man apt apt-get brew pip'.split(
    ' ',
  ),
);

/** Redirects, and words that are the path of a rule. Best effort: a program may read what nobody named to it. */
function forbiddenPath(
  behavior: RuleBehavior,
  { words, redirects }: Form,
  context: PermissionContext,
): PermissionRule | undefined {
  const uses: [PathUse, string][] = [
    ...redirects.map(({ kind, target }): [PathUse, string] => [kind === 'read' ? 'read' : 'edit', target.text]),
    ...words.slice(1).flatMap(({ text }) => pathsIn(text).map((path): [PathUse, string] => ['read', path])),
  ];
  for (const [use, path] of uses) {
    const rule = rulesWithContent(use, behavior, path, context);
    if (rule) return rule;
  }
  return undefined;
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

/** Rules that forbid parts of what a shell can do. */
function hasForbidding(context: PermissionContext): boolean {
  return [...rulesFor('deny', ['Bash'], context), ...rulesFor('ask', ['Bash'], context)].length > 0;
}

function allow(reasonType: Decision['reasonType'], reason: string): Decision {
  return { behavior: 'allow', reasonType, reason };
}

function deny(reason: string): Decision {
  return { behavior: 'deny', reasonType: 'mode', reason };
}

function ask(reason: string): Decision {
  return { behavior: 'ask', reasonType: 'other', reason };
}
