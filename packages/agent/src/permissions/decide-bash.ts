import { TOOL } from '@unspool/session/tools';
import { uncovered } from './bash-coverage.js';
import { concernsCommand, isPrefixRule } from './bash-rule.js';
import { givesCode } from './code-given.js';
import { byRule } from './decide-path.js';
import { type Found, forbiddenPath, rulesOfPaths, whereabouts } from './forbidden-path.js';
import { mayHide } from './hidden-command.js';
import type { Decision, PermissionContext, RuleBehavior } from './permission.js';
import { type ParsedRule, parseRule, rulesFor } from './rule.js';
import { type Forms, formsOf, hidesCommand } from './shell/forms.js';
import { readScript } from './shell/read-script.js';
import type { Script } from './shell/script.js';
import { suggestRules, TOO_WIDE } from './suggest-rules.js';

/** Decides whether a command may run. Asks about any command that it does not fully understand. */
export function decideBash(command: string, isReadOnly: boolean, context: PermissionContext): Decision {
  const script = readScript(command);
  const forms = formsOf(script);
  const forbidden = findRule('deny', forms, context) ?? findRule('ask', forms, context);
  if (forbidden?.isSure) return byRule(forbidden.rule);
  if (forbidden) return ask(`the rule ${forbidden.rule.rule} may apply to it`);
  if (forms.doubt !== undefined && hasForbidding(context)) {
    return ask(`it cannot be checked against your deny rules: ${forms.doubt}`);
  }
  if (context.mode === 'bypassPermissions') {
    return { ...allow('mode', 'all permissions are bypassed'), grounds: 'everything' };
  }
  if (context.mode === 'plan' && !isReadOnly) return deny('plan mode allows no changes');
  const named = rulesFor('allow', [TOOL.Bash], context).find(
    ({ content }) => content === undefined || (!content.includes('*') && content === command.trim()),
  );
  if (named) {
    const isWide = named.content === undefined || forms.commands.some(givesCode);
    return { ...byRule(named.rule), ...(isWide && { grounds: 'everything' }) };
  }
  if (script.doubt !== undefined) return ask(`it is not fully understood: ${script.doubt}`);
  if (hidesCommand(forms)) return ask('quotes hide a command that would run');
  const open = uncovered(script, context);
  if (open.length === 0) {
    const grounds = forms.commands.some(givesCode) ? 'everything' : groundsOf(script, context);
    return {
      ...allow('other', 'every part of it is allowed or only reads inside the project'),
      ...(grounds && { grounds }),
    };
  }
  if (context.sandbox && !context.sandbox.isExcluded(command)) return allow('other', 'it runs in the sandbox');
  const parts = open.map(({ raw }) => raw.replace(/\s+/g, ' ').replace(OPENER, '').slice(0, 80)).join('; ');
  return { ...ask(`no rule allows ${parts}`), suggestions: suggestRules(open, command) };
}

function groundsOf(script: Script, context: PermissionContext): Decision['grounds'] {
  const isEnough = (rules: PermissionContext['rules']) => uncovered(script, { ...context, rules }).length === 0;
  if (isEnough(context.rules.filter(({ behavior }) => behavior !== 'allow'))) return 'list';
  const narrow = context.rules.filter((rule) => rule.behavior !== 'allow' || !allowsEverything(parseRule(rule)));
  return isEnough(narrow) ? undefined : 'everything';
}

/** Whether a rule allows any command: `Bash(python3:*)` allows as much as `Bash`. */
function allowsEverything({ tool, content }: ParsedRule): boolean {
  if (tool !== TOOL.Bash) return false;
  return content === undefined || (isPrefixRule(content) && TOO_WIDE.test(content.slice(0, -2).trim()));
}

/** Words that may precede a command inside a loop or condition. */
const OPENER = /^(?:(?:do|then|else|elif|if|while|until|!|\{) )+/;

function findRule(behavior: RuleBehavior, { commands }: Forms, context: PermissionContext): Found | undefined {
  const rules = rulesFor(behavior, [TOOL.Bash], context);
  const isCaseBlind = context.platform === 'darwin' || context.platform === 'win32';
  let unsure: Found | undefined;
  for (const { rule, content } of rules) {
    if (content === undefined) return { rule, isSure: true };
    const isHeld = behavior === 'deny' && context.holds?.(content) === true;
    for (const form of commands) {
      const concerned = concernsCommand(content, form.words, { isCaseBlind });
      if (concerned === true) return { rule, isSure: true };
      if (concerned === 'maybe' || mayHide(form, content, { isCaseBlind, isHeld })) unsure ??= { rule, isSure: false };
    }
  }
  const where = whereabouts(commands, context);
  const path = commands
    .map((form) => forbiddenPath(behavior, form, where, context))
    .find((found) => found !== undefined);
  return path?.isSure ? path : (unsure ?? path);
}

/** Whether there are deny or ask rules for commands or paths. */
function hasForbidding(context: PermissionContext): boolean {
  return (['deny', 'ask'] as const).some(
    (behavior) =>
      rulesFor(behavior, [TOOL.Bash], context).length > 0 ||
      rulesOfPaths('edit', behavior, context).length > 0 ||
      rulesOfPaths('read', behavior, context).length > 0,
  );
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
