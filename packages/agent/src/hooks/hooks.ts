import type { JsonObject } from '@unspool/session';
import type { AttachmentGiven, Listen } from '../loop/event.js';
import { askHook } from './ask-hook.js';
import { type HookRun, hookAttachments } from './hook-attachments.js';
import { type Hook, type HookEvent, hasReadableMatcher, isMatching } from './hook-config.js';
import { type CommandOutcome, runCommand } from './run-command.js';

/** The combined answer of an event's hooks. */
export interface HookAnswer {
  /** Set if the action is blocked: the reason, for the model. */
  block: string | undefined;
  /** Set if the turn must stop: the reason, for the user. */
  stop: string | undefined;
  permission: 'allow' | 'deny' | 'ask' | undefined;
  permissionReason: string;
  updatedInput: JsonObject | undefined;
  /** Context for the model. */
  context: string[];
}

/** Attachments to write and send, for events that have their own lines. */
export interface HookAnswers extends HookAnswer {
  attachments: AttachmentGiven[];
}

export interface HookOptions {
  hooks: readonly Hook[];
  tell: Listen;
  env: { readonly [name: string]: string | undefined };
  projectDir: string;
  /** The fields that every hook receives. */
  common(): JsonObject;
  now(): number;
  newUuid(): string;
}

/** Runs the hooks in the client's settings by the client's protocol: JSON on stdin; exit code and JSON as the answer. */
export class Hooks {
  private readonly hooks: Hook[];

  constructor(private readonly options: HookOptions) {
    this.hooks = [...options.hooks];
  }

  add(hooks: readonly Hook[]): void {
    this.hooks.push(...hooks);
  }

  has(event: HookEvent): boolean {
    return this.hooks.some((hook) => hook.event === event);
  }

  /** `subject` is compared with the matchers: a tool's name or a session's source. Matching hooks run in parallel. */
  async run(event: HookEvent, details: JsonObject, signal: AbortSignal, subject?: string): Promise<HookAnswers> {
    const hooks = this.hooks.filter((hook) => hook.event === event && isMatching(hook, subject));
    const input = { ...this.options.common(), hook_event_name: event, ...details };
    const ran = await Promise.all(hooks.map((hook) => this.runOne(hook, input, signal, subject, details)));
    const runs = ran.flatMap(({ run }) => run ?? []);
    const answer = ran.map((each) => each.answer).reduce(merge, noAnswer());
    return { ...answer, attachments: hookAttachments(event, runs, this.options.newUuid) };
  }

  private async runOne(
    hook: Hook,
    input: JsonObject,
    signal: AbortSignal,
    subject: string | undefined,
    details: JsonObject,
  ): Promise<{ answer: HookAnswer; run?: HookRun }> {
    const { tell: report, env, projectDir, now } = this.options;
    const toolUseId = typeof details['tool_use_id'] === 'string' ? { toolUseId: details['tool_use_id'] } : {};
    const hookName = subject === undefined ? hook.event : `${hook.event}:${subject}`;
    const facts = { type: 'hook' as const, hookEvent: hook.event, hookName, command: hook.command, ...toolUseId };
    report({ ...facts, state: 'started' });
    const startedAt = now();
    const world = { cwd: projectDir, env: { ...env, CLAUDE_PROJECT_DIR: projectDir }, signal };
    const outcome = await (hook.ask ? askHook(hook, input, signal) : runCommand(hook, input, world));
    const { exitCode, stdout, stderr, isTimeout } = outcome;
    const durationMs = now() - startedAt;
    report({ ...facts, state: 'finished', ...(exitCode !== null && { exitCode }), stdout, stderr, durationMs });
    if (exitCode !== 0 && exitCode !== 2) {
      const why = isTimeout ? `took longer than ${hook.timeoutMs / 1000} s` : stderr.trim() || `exit code ${exitCode}`;
      report({ type: 'notice', level: 'warning', message: `The hook ${hookName} (${hook.command}) failed: ${why}` });
      return { answer: noAnswer() };
    }
    const answer = answerOf(hook.event, outcome);
    const mayAllow = answer.permission !== 'allow' || hasReadableMatcher(hook);
    const taken = mayAllow ? answer : { ...answer, permission: undefined };
    if (exitCode === 2) return { answer: taken };
    const saysJson = jsonOf(stdout) !== undefined;
    const context = saysJson ? answer.context : [];
    return { answer: taken, run: { hookName, command: hook.command, outcome, durationMs, saysJson, context } };
  }
}

export function noAnswer(): HookAnswer {
  return {
    block: undefined,
    stop: undefined,
    permission: undefined,
    permissionReason: '',
    updatedInput: undefined,
    context: [],
  };
}

/** Exit code 2 blocks. Otherwise stdout holds a JSON answer or, for some events, context as plain text. */
export function answerOf(event: HookEvent, { exitCode, stdout, stderr }: CommandOutcome): HookAnswer {
  const answer = noAnswer();
  if (exitCode === 2) return { ...answer, block: stderr.trim() || 'blocked by a hook' };
  const output = jsonOf(stdout);
  if (!output) {
    const takesWords = event === 'UserPromptSubmit' || event === 'SessionStart';
    return takesWords && stdout.trim() !== '' ? { ...answer, context: [stdout.trim()] } : answer;
  }
  return jsonAnswer(output);
}

function jsonAnswer(answer: JsonObject): HookAnswer {
  const specific = (answer['hookSpecificOutput'] ?? {}) as JsonObject;
  const reason = text(answer['reason']) ?? '';
  const permission = specific['permissionDecision'] ?? (answer['decision'] === 'approve' ? 'allow' : undefined);
  const context = text(specific['additionalContext']);
  const updated = specific['updatedInput'];
  return {
    block: answer['decision'] === 'block' ? reason || 'blocked by a hook' : undefined,
    stop: answer['continue'] === false ? (text(answer['stopReason']) ?? 'stopped by a hook') : undefined,
    permission: permission === 'allow' || permission === 'deny' || permission === 'ask' ? permission : undefined,
    permissionReason: text(specific['permissionDecisionReason']) ?? reason,
    updatedInput: typeof updated === 'object' && updated !== null ? (updated as JsonObject) : undefined,
    context: context === undefined ? [] : [context],
  };
}

/** The strictest answer wins. */
function merge(a: HookAnswer, b: HookAnswer): HookAnswer {
  const order = ['deny', 'ask', 'allow'] as const;
  const permission = order.find((each) => a.permission === each || b.permission === each);
  return {
    block: a.block ?? b.block,
    stop: a.stop ?? b.stop,
    permission,
    permissionReason: (a.permission === permission ? a : b).permissionReason,
    updatedInput: b.updatedInput ?? a.updatedInput,
    context: [...a.context, ...b.context],
  };
}

function jsonOf(stdout: string): JsonObject | undefined {
  if (!stdout.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(stdout) as JsonObject;
  } catch {
    // Not JSON after all: plain text that begins with a bracket.
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
