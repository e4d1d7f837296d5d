import { currentName, isMcpTool } from '@unspool/session/tools';
import type { PermissionContext, PermissionRule, RuleBehavior } from './permission.js';

/** A parsed rule: `Bash(npm test:*)` is the tool `Bash` with the content `npm test:*`. */
export interface ParsedRule {
  rule: PermissionRule;
  tool: string;
  /** Undefined if the rule is for the whole tool. */
  content: string | undefined;
}

export function parseRule(rule: PermissionRule): ParsedRule {
  const text = rule.rule.trim();
  const open = text.indexOf('(');
  if (open === -1 || !text.endsWith(')')) return { rule, tool: nameOf(text), content: undefined };
  const content = text.slice(open + 1, -1).trim();
  const tool = nameOf(text.slice(0, open));
  return { rule, tool, content: content === '' || content === '*' || content === ':*' ? undefined : content };
}

/** The rules with this behavior for any of these tools. */
export function rulesFor(
  behavior: RuleBehavior,
  tools: readonly string[],
  { rules }: Pick<PermissionContext, 'rules'>,
): ParsedRule[] {
  return rules
    .filter((rule) => rule.behavior === behavior)
    .map(parseRule)
    .filter(({ tool }) => tools.some((name) => namesTool(tool, nameOf(name))));
}

/** `mcp__server` and `mcp__server__*` match all tools of a server. */
function namesTool(rule: string, tool: string): boolean {
  if (rule === tool || rule === '*') return true;
  if (!isMcpTool(rule)) return false;
  if (rule.includes('*')) return new RegExp(`^${rule.split('*').map(escaped).join('.*')}$`).test(tool);
  return rule.split('__').length === 2 && tool.startsWith(`${rule}__`);
}

/** Rules with older tool names still apply. */
function nameOf(name: string): string {
  return currentName(name.trim());
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
