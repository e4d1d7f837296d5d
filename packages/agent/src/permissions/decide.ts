import { actsOnFile, TOOL, type ToolFamily, toolNamed, writesFile } from '@unspool/session/tools';
import { decideBash } from './decide-bash.js';
import { byRule, decidePath } from './decide-path.js';
import type { Decision, PermissionContext, PermissionQuestion, RuleBehavior } from './permission.js';
import { type ParsedRule, rulesFor } from './rule.js';

export * from './permission.js';

/** Decides whether a call may run. Deny rules come first in every mode; in doubt, the user is asked. */
export function decide(question: PermissionQuestion, context: PermissionContext): Decision {
  const { tool, input, isReadOnly } = question;
  // Rules for the whole tool are checked before anything else.
  const whole = wholeRule('deny', tool, context) ?? wholeRule('ask', tool, context);
  if (whole) return byRule(whole.rule);
  if (toolNamed(tool).asksUser) return decideQuestion(tool, context);
  const path = pathIn(question);
  if (path !== undefined && writesFile(tool)) return decidePath('edit', path, context);
  if (path !== undefined) {
    const decision = decidePath('read', path, context);
    const allowed = decision.reasonType === 'workingDir' ? wholeRule('allow', tool, context) : undefined;
    return allowed ? byRule(allowed.rule) : decision;
  }
  if (tool === TOOL.Bash) return decideBash(String(input['command'] ?? ''), isReadOnly, context);
  return decideOther(question, context);
}

/** These tools ask the user something, so only the user can answer, in every mode. */
function decideQuestion(tool: string, { mode }: PermissionContext): Decision {
  if (tool === TOOL.ExitPlanMode && mode !== 'plan') return by('mode', 'deny', 'plan mode is not on');
  return by('other', 'ask', tool === TOOL.ExitPlanMode ? 'a plan is waiting for approval' : 'the model has a question');
}

function pathIn({ tool, input }: PermissionQuestion): string | undefined {
  const { argument = '', folder } = toolNamed(tool);
  if (folder !== undefined) return searchPath(input[folder], input['pattern'], tool);
  // Check the field that the tool itself uses: another field could name a harmless file.
  return actsOnFile(tool) ? String(input[argument] ?? '') : undefined;
}

/** Glob's pattern can also lead out of the folder. */
function searchPath(path: unknown, pattern: unknown, tool: string): string {
  const folder = typeof path === 'string' && path !== '' ? path : '.';
  if (tool !== TOOL.Glob || typeof pattern !== 'string') return folder;
  const fixed = /^[^*?[\]{}!()@+\\]*/.exec(pattern)?.[0] ?? '';
  // The text after the last slash is only the start of a name.
  const start = fixed === pattern ? fixed : fixed.slice(0, fixed.lastIndexOf('/') + 1);
  if (/^(?:[/~]|[A-Za-z]:)/.test(fixed)) return start;
  return pattern.includes('..') ? `${folder}/${'../'.repeat(16)}` : `${folder}/${start}`;
}

/** They change no file, but send data to other machines or servers. */
const REACHING_OUT = new Set<ToolFamily>(['web', 'mcp']);

function decideOther({ tool, input, isReadOnly }: PermissionQuestion, context: PermissionContext): Decision {
  const specific = contentRule('deny', tool, input, context) ?? contentRule('ask', tool, input, context);
  if (specific) return byRule(specific.rule);
  if (context.mode === 'bypassPermissions') return by('mode', 'allow', 'all permissions are bypassed');
  if (context.mode === 'plan' && !isReadOnly) return by('mode', 'deny', 'plan mode allows no changes');
  const allowed = wholeRule('allow', tool, context) ?? contentRule('allow', tool, input, context);
  if (allowed) return byRule(allowed.rule);
  if (REACHING_OUT.has(toolNamed(tool).family)) {
    const rules = [ruleFor(tool, input)];
    const suggestions = [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' } as const];
    return { ...by('other', 'ask', `${tool} contacts a server`), suggestions };
  }
  if (isReadOnly) return by('other', 'allow', 'it changes nothing');
  return by('other', 'ask', `${tool} wants to run`);
}

function wholeRule(behavior: RuleBehavior, tool: string, context: PermissionContext): ParsedRule | undefined {
  return rulesFor(behavior, [tool], context).find(({ content }) => content === undefined);
}

function contentRule(
  behavior: RuleBehavior,
  tool: string,
  input: PermissionQuestion['input'],
  context: PermissionContext,
): ParsedRule | undefined {
  return rulesFor(behavior, [tool], context).find(
    ({ content }) => content !== undefined && means(content, tool, input),
  );
}

function means(content: string, tool: string, input: PermissionQuestion['input']): boolean {
  if (tool === TOOL.WebFetch)
    return content.startsWith('domain:') && isOfDomain(hostOf(input['url']), content.slice(7));
  const { ruledBy } = toolNamed(tool);
  const subject = ruledBy === undefined ? undefined : input[ruledBy];
  if (typeof subject !== 'string') return false;
  return content.endsWith(':*') ? `${subject}:`.startsWith(content.slice(0, -1)) : subject === content;
}

/** `*.example.org` matches its subdomains; a bare name matches only itself. */
function isOfDomain(host: string | undefined, domain: string): boolean {
  const wanted = domain.trim().toLowerCase();
  if (host === undefined || wanted === '') return false;
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

function hostOf(url: unknown): string | undefined {
  try {
    return new URL(String(url)).hostname.toLowerCase().replace(/\.$/, '');
  } catch {
    // Not an address, so no rule applies.
    return undefined;
  }
}

function ruleFor(tool: string, input: PermissionQuestion['input']): string {
  const host = tool === TOOL.WebFetch ? hostOf(input['url']) : undefined;
  return host === undefined ? tool : `${tool}(domain:${host})`;
}

function by(reasonType: Decision['reasonType'], behavior: RuleBehavior, reason: string): Decision {
  return { behavior, reasonType, reason };
}
