import { TOOL } from '@unspool/session/tools';
import { isInside, matchesPath, type NamedPath, namedPath } from './path-rule.js';
import type { Decision, PermissionContext, PermissionRule, RuleBehavior } from './permission.js';
import { isProtected } from './protected-path.js';
import { type ParsedRule, rulesFor } from './rule.js';

export type PathUse = 'read' | 'edit';

/** Edit rules apply to every tool that edits. A path that may not be read may not be edited either. */
const TOOLS: { [use in PathUse]: { [behavior in RuleBehavior]: string[] } } = {
  read: { deny: [TOOL.Read], ask: [TOOL.Read], allow: [TOOL.Read] },
  edit: {
    deny: [TOOL.Edit, TOOL.Write, TOOL.NotebookEdit, TOOL.Read],
    ask: [TOOL.Edit, TOOL.Write],
    allow: [TOOL.Edit, TOOL.Write],
  },
};

/** Decides whether a path may be read or edited. */
export function decidePath(use: PathUse, given: string, context: PermissionContext, folder?: string): Decision {
  const path = namedPath(given, context, folder);
  const forbidden = pathRule(use, 'deny', path, context) ?? pathRule(use, 'ask', path, context);
  if (forbidden) return byRule(forbidden);
  if (context.mode === 'bypassPermissions') {
    return { behavior: 'allow', reasonType: 'mode', reason: 'all permissions are bypassed' };
  }
  return use === 'read' ? decideRead(path, context) : decideEdit(path, context);
}

export function pathRule(
  use: PathUse,
  behavior: RuleBehavior,
  path: NamedPath,
  context: PermissionContext,
): PermissionRule | undefined {
  const rules = rulesOfUse(use, behavior, context);
  const ruleFor = (named: NamedPath) =>
    rules.find(({ content, rule }) => content === undefined || matchesPath(content, rule, named, context))?.rule;
  const found = ruleFor(path);
  if (found || behavior !== 'deny' || rules.length === 0) return found;
  const other = context.deniedNameOf?.(path.real);
  return other === undefined ? undefined : ruleFor(namedPath(other, context));
}

export function rulesOfUse(use: PathUse, behavior: RuleBehavior, context: PermissionContext): ParsedRule[] {
  return rulesFor(behavior, TOOLS[use][behavior], context);
}

export function isInWorkingFolders({ names }: NamedPath, context: PermissionContext): boolean {
  return names.every((path) =>
    [context.projectDir, ...context.additionalDirectories].some((folder) =>
      [folder, context.realPath(folder)].some((from) => isInside(from, path, context)),
    ),
  );
}

function decideRead(path: NamedPath, context: PermissionContext): Decision {
  const allowed = pathRule('read', 'allow', path, context);
  if (allowed) return byRule(allowed);
  if (isInWorkingFolders(path, context)) return inside('it is in the project');
  const isOwn = (context.readableDirectories ?? []).some((folder) =>
    isInside(context.realPath(folder), path.real, context),
  );
  if (isOwn) return inside('it belongs to the session');
  return {
    ...ask('workingDir', `${path.real} is outside the project`),
    suggestions: [
      {
        type: 'addRules',
        rules: [`${TOOL.Read}(/${folderOf(path.real)}/**)`],
        behavior: 'allow',
        destination: 'session',
      },
    ],
  };
}

function decideEdit(path: NamedPath, context: PermissionContext): Decision {
  if (context.mode === 'plan') return { behavior: 'deny', reasonType: 'mode', reason: 'plan mode allows no changes' };
  if (isProtected(path, context)) return ask('safety', `${path.real} controls what may run`);
  const allowed = pathRule('edit', 'allow', path, context);
  if (allowed) return byRule(allowed);
  if (!isInWorkingFolders(path, context)) return ask('workingDir', `${path.real} is outside the project`);
  if (context.mode === 'acceptEdits') {
    return { behavior: 'allow', reasonType: 'mode', reason: 'edits in the project are accepted' };
  }
  return {
    ...ask('other', `${path.named} would be changed`),
    suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  };
}

export function byRule(rule: PermissionRule): Decision {
  const verbs = { allow: 'allows', deny: 'forbids', ask: 'asks about' };
  return {
    behavior: rule.behavior,
    reasonType: 'rule',
    reason: `the rule ${rule.rule} ${verbs[rule.behavior]} it`,
    rule,
  };
}

function ask(reasonType: Decision['reasonType'], reason: string): Decision {
  return { behavior: 'ask', reasonType, reason };
}

function inside(reason: string): Decision {
  return { behavior: 'allow', reasonType: 'workingDir', reason };
}

function folderOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '') || '/';
}
