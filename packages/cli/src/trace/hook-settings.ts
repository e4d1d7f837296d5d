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
export const EVENTS = ['Stop', 'SubagentStop', 'SessionEnd'] as const;
/** Earlier versions installed it: the client shows its command and sends it to the model. */
export const FORMER_EVENT = 'PreCompact';
export const OURS = /trace-hook\.cjs/;

export function installedEvents(settings: Settings): string[] {
  return Object.entries(isRecord(settings.hooks) ? settings.hooks : {})
    .filter(([, groups]) => listOf(groups).some((group) => isGroup(group) && group.hooks.some(isOurs)))
    .map(([event]) => event);
}

/** Those of ours that stand in the settings. */
export function installedCommands(settings: Settings): string[] {
  return Object.values(isRecord(settings.hooks) ? settings.hooks : {})
    .flatMap((groups) => listOf(groups).flatMap((group) => (isGroup(group) ? group.hooks : [])))
    .flatMap((hook) => (isOurs(hook) ? hook.command : []));
}

/** As it stands in the client's settings. */
interface ClientHook {
  type: string;
  command: string;
  timeout: number;
  async?: boolean;
}

/** How the client is to start our hook. */
export interface OurHook {
  command: string;
  platform: NodeJS.Platform;
}

/**
 * The client goes on at once, except at its very end: there it would take a hook in the background down with it. Hooks
 * that it puts there itself (`async`) it ends when it ends, and `claude -p` waits up to one and a half seconds for each of them.
 * So the shell does it, once it has the whole event: what it has not read is lost with it.
 */
export function hookFor(event: string, { command, platform }: OurHook): ClientHook {
  const hook = { type: 'command', command, timeout: 30 };
  if (event === 'SessionEnd') return hook;
  if (platform === 'win32') return { ...hook, async: true };
  return { ...hook, command: `event=$(cat); { printf %s "$event" | ${command}; } >/dev/null 2>&1 &` };
}

/** Exactly as install would write them. */
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
