/** The client's settings, as far as hooks are concerned; everything else is kept as it is. */
export interface Settings {
  hooks?: { [event: string]: unknown };
  [key: string]: unknown;
}

interface HookGroup {
  hooks: unknown[];
  [key: string]: unknown;
}

/** What our hooks are for. */
export const EVENTS = ['Stop', 'SubagentStop', 'SessionEnd', 'PreCompact'] as const;
const OURS = /trace-hook\.cjs/;

/**
 * The settings with our hooks in place; the same object when they are already. What others have put there stays. A hook
 * of ours that names another place (an old version, another folder) is replaced.
 */
export function withHooks(settings: Settings, command: string): Settings {
  if (isInstalled(settings, command)) return settings;
  const without = withoutHooks(settings);
  const hooks = { ...without.hooks };
  for (const event of EVENTS) hooks[event] = [...listOf(hooks[event]), { hooks: [hookFor(event, command)] }];
  return { ...without, hooks };
}

/** The settings without our hooks, and without what is empty now because of it. */
export function withoutHooks(settings: Settings): Settings {
  if (!isRecord(settings.hooks)) return settings;
  const hooks: { [event: string]: unknown } = {};
  let hasChanged = false;
  for (const [event, groups] of Object.entries(settings.hooks)) {
    const kept = listOf(groups).flatMap(withoutOurs);
    const isSame = kept.length === listOf(groups).length && kept.every((group, at) => group === listOf(groups)[at]);
    if (isSame) hooks[event] = groups;
    else if (kept.length > 0) hooks[event] = kept;
    hasChanged ||= !isSame;
  }
  if (!hasChanged) return settings;
  const { hooks: _, ...rest } = settings;
  return Object.keys(hooks).length > 0 ? { ...settings, hooks } : rest;
}

export function installedEvents(settings: Settings): string[] {
  return Object.entries(isRecord(settings.hooks) ? settings.hooks : {})
    .filter(([, groups]) => listOf(groups).some((group) => isGroup(group) && group.hooks.some(isOurs)))
    .map(([event]) => event);
}

/** Quoted, so that a path with spaces stays one word in every shell. */
export function hookCommand(node: string, file: string): string {
  return `"${node}" "${file}"`;
}

/** The client goes on at once, except at its very end: there it would take a hook in the background down with it. */
function hookFor(event: string, command: string): object {
  return { type: 'command', command, timeout: 30, ...(event !== 'SessionEnd' && { async: true }) };
}

function isInstalled(settings: Settings, command: string): boolean {
  const events = installedEvents(settings);
  if (events.length !== EVENTS.length) return false;
  return EVENTS.every((event) => {
    const ours = listOf(settings.hooks?.[event]).flatMap((group) => (isGroup(group) ? group.hooks.filter(isOurs) : []));
    return ours.length === 1 && JSON.stringify(ours[0]) === JSON.stringify(hookFor(event, command));
  });
}

function withoutOurs(group: unknown): unknown[] {
  if (!isGroup(group) || !group.hooks.some(isOurs)) return [group];
  const hooks = group.hooks.filter((hook) => !isOurs(hook));
  return hooks.length > 0 ? [{ ...group, hooks }] : [];
}

function isOurs(hook: unknown): boolean {
  return isRecord(hook) && typeof hook['command'] === 'string' && OURS.test(hook['command']);
}

function isGroup(value: unknown): value is HookGroup {
  return isRecord(value) && Array.isArray(value['hooks']);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
