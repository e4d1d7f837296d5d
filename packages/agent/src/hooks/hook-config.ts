import type { JsonObject } from '@unspool/session';
import type { Settings } from '../settings/read-settings.js';

export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
  'PreCompact',
  'Notification',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A command that runs on an event. */
export interface Hook {
  event: HookEvent;
  /** Which tools or sources it runs for; empty or `*` means all. */
  matcher: string;
  command: string;
  /** If present, the command runs directly, without a shell. */
  args: string[] | undefined;
  timeoutMs: number;
  /** A function of the driving program, called instead of a command. Returns the JSON that a command would print. */
  ask?(input: JsonObject, signal: AbortSignal): Promise<JsonObject>;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** The hooks of these settings files. The caller leaves out untrusted projects. */
export function hooksIn(settings: readonly Settings[]): Hook[] {
  return settings.flatMap(({ value }) => {
    const table = value['hooks'];
    if (typeof table !== 'object' || table === null) return [];
    return HOOK_EVENTS.flatMap((event) =>
      groupsOf((table as JsonObject)[event]).flatMap((group) => hooksOf(event, group)),
    );
  });
}

function groupsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((group) => typeof group === 'object' && group !== null) : [];
}

function hooksOf(event: HookEvent, group: JsonObject): Hook[] {
  const matcher = typeof group['matcher'] === 'string' ? group['matcher'] : '';
  return groupsOf(group['hooks']).flatMap(({ type, command, args, timeout }) => {
    if (type !== 'command' || typeof command !== 'string') return [];
    const timeoutMs = typeof timeout === 'number' ? timeout * 1000 : DEFAULT_TIMEOUT_MS;
    const words = Array.isArray(args) ? args.map(String) : undefined;
    return [{ event, matcher, command, args: words, timeoutMs }];
  });
}

/** A matcher is a name, several names separated by `|`, or a pattern for the whole name. If invalid, it matches all. */
export function isMatching({ matcher }: Hook, subject: string | undefined): boolean {
  if (matcher === '' || matcher === '*') return true;
  if (subject === undefined) return true;
  return patternOf(matcher)?.test(subject) ?? true;
}

/** Whether the matcher is valid. A hook with an invalid matcher may deny calls but not allow them. */
export function hasReadableMatcher({ matcher }: Hook): boolean {
  return matcher === '' || matcher === '*' || patternOf(matcher) !== undefined;
}

/** Problems with the hooks, for the user. */
export function hookFaults(settings: readonly Settings[]): string[] {
  return settings.flatMap((each) => {
    const unread = hooksIn([each]).filter((hook) => !hasReadableMatcher(hook));
    const faults = unread.map(
      ({ event, matcher }) =>
        `${each.file}: the matcher "${matcher}" of a ${event} hook is not a valid pattern, so the hook runs for everything.`,
    );
    return [...new Set(faults)];
  });
}

function patternOf(matcher: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${matcher})$`);
  } catch {
    return undefined;
  }
}
