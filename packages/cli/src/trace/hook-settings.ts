/** The part of the client's settings that has hooks. Everything else is kept unchanged. */
export interface Settings {
  hooks?: { [event: string]: unknown };
  [key: string]: unknown;
}

interface HookGroup {
  hooks: unknown[];
  [key: string]: unknown;
}

/** The events our hooks are for. */
export const EVENTS = ['Stop', 'SubagentStop', 'SessionEnd'] as const;
/** Earlier versions installed a hook for it, whose command the client shows and sends to the model. */
export const FORMER_EVENT = 'PreCompact';
export const OURS = /trace-hook\.cjs/;

export function installedEvents(settings: Settings): string[] {
  return Object.entries(isRecord(settings.hooks) ? settings.hooks : {})
    .filter(([, groups]) => listOf(groups).some((group) => isGroup(group) && group.hooks.some(isOurs)))
    .map(([event]) => event);
}

/** Our hooks in the settings. */
export function installedCommands(settings: Settings): string[] {
  return Object.values(isRecord(settings.hooks) ? settings.hooks : {})
    .flatMap((groups) => listOf(groups).flatMap((group) => (isGroup(group) ? group.hooks : [])))
    .flatMap((hook) => (isOurs(hook) ? hook.command : []));
}

/** The hook as it is in the client's settings. */
interface ClientHook {
  type: string;
  command: string;
  timeout: number;
  async?: boolean;
}

/** How the client should start our hook. */
export interface OurHook {
  command: string;
  platform: NodeJS.Platform;
}

/**
 * The client does not wait, except when it exits: then it would kill a hook in the background. The client's own background
 * hooks (`async`) are killed when it exits, and `claude -p` waits up to one and a half seconds for each of them.
 * So the shell puts ours in the background once it has read the whole event, which would otherwise be lost.
 */
export function hookFor(event: string, { command, platform }: OurHook): ClientHook {
  const hook = { type: 'command', command, timeout: 30 };
  if (event === 'SessionEnd') return hook;
  if (platform === 'win32') return { ...hook, async: true };
  return { ...hook, command: `event=$(cat); { printf %s "$event" | ${command}; } >/dev/null 2>&1 &` };
}

/** Exactly what install would write. */
export function isInstalled(settings: Settings, hook: OurHook): boolean {
  const events = installedEvents(settings);
  if (events.length !== EVENTS.length) return false;
  return EVENTS.every((event) => {
    const ours = listOf(settings.hooks?.[event]).flatMap((group) => (isGroup(group) ? group.hooks.filter(isOurs) : []));
    return ours.length === 1 && JSON.stringify(ours[0]) === JSON.stringify(hookFor(event, hook));
  });
}

function isOurs(hook: unknown): hook is { command: string } {
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
