import type { JsonObject } from '@unspool/session';
import { reminder } from '../context/system-prompt.js';
import type { AttachmentGiven } from '../loop/event.js';
import type { HookEvent } from './hook-config.js';
import type { CommandOutcome } from './run-command.js';

/** A hook that ran successfully. */
export interface HookRun {
  hookName: string;
  command: string;
  outcome: CommandOutcome;
  durationMs: number;
  /** Whether its output is JSON rather than plain text. */
  saysJson: boolean;
  /** `additionalContext` from its JSON output. */
  context: readonly string[];
}

/**
 * Converts the output of SessionStart and UserPromptSubmit hooks to attachments, as client 2.1.326 does. Plain text gets
 * one attachment per hook. JSON contexts are joined into one for SessionStart; for a prompt each gets its own.
 */
export function hookAttachments(event: HookEvent, runs: readonly HookRun[], newUuid: () => string): AttachmentGiven[] {
  if (event !== 'SessionStart' && event !== 'UserPromptSubmit') return [];
  const isStart = event === 'SessionStart';
  const toolUseID = newUuid();
  const successes = runs
    .filter(({ saysJson, outcome }) => (saysJson ? isStart : outcome.stdout.trim() !== ''))
    .map((run) => successOf(event, run, toolUseID));
  const contexts = runs.map(({ context }) => context).filter((context) => context.length > 0);
  const together = isStart && contexts.length > 0 ? [contexts.flat()] : contexts;
  return [
    ...successes,
    ...together.map((content) =>
      given({ type: 'hook_additional_context', content: [...content] }, `${event} hook additional context`, {
        hookName: event,
        toolUseID: isStart ? event : `hook-${newUuid()}`,
        hookEvent: event,
      }),
    ),
  ];
}

function successOf(
  event: HookEvent,
  { hookName, command, outcome, durationMs, saysJson }: HookRun,
  toolUseID: string,
): AttachmentGiven {
  const { stdout, stderr, exitCode } = outcome;
  const content = saysJson ? '' : stdout.trim();
  const attachment = { type: 'hook_success', hookName, toolUseID, hookEvent: event, content };
  const rendered = content === '' ? [] : [reminder(`${hookName} hook success: ${content}`)];
  return {
    type: 'attachment',
    attachment: { ...attachment, stdout, stderr, exitCode, command, durationMs },
    rendered,
  };
}

function given(
  { type, content }: { type: string; content: string[] },
  heading: string,
  names: JsonObject,
): AttachmentGiven {
  const rendered = [reminder(`${heading}: ${content.join('\n')}`)];
  return { type: 'attachment', attachment: { type, content, ...names }, rendered };
}
