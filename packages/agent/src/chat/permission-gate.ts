import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { gitRepository } from '../context/git.js';
import type { Listen, PermissionAnswer, PermissionRequest } from '../loop/event.js';
import type { Verdict } from '../loop/run-calls.js';
import {
  type Decision,
  decide,
  type PermissionContext,
  type PermissionMode,
  type PermissionRule,
  type PermissionUpdate,
} from '../permissions/decide.js';
import { deniedNameFinder } from '../permissions/denied-on-disk.js';
import { canHold } from '../sandbox/denied-programs.js';
import { findLauncher } from '../sandbox/launcher.js';
import { isExcluded, type Sandbox, sandboxFor } from '../sandbox/sandbox.js';
import type { SandboxSettings } from '../sandbox/settings.js';
import type { Tool } from '../tools/tool.js';
import type { World } from '../world.js';

export interface GateOptions {
  world: World;
  mode: PermissionMode;
  rules: PermissionRule[];
  additionalDirectories: string[];
  projectDir: string;
  cwd(): string;
  tell: Listen;
  /** Whether anyone can answer a question. If not, calls that need one are denied. */
  canAsk(): boolean;
  /** The session's own folders: offloaded output, output of tasks. */
  readableDirectories(): string[];
  sandbox: SandboxSettings;
  /** Saves rules to a settings file if an answer asks for it. */
  save(update: PermissionUpdate): void;
}

/** The sub-agent that makes the call; absent for the main conversation. */
export interface Asker {
  agentId?: string;
  isBackground?: boolean;
}

type Settled = Exclude<Verdict, { behavior: 'fail' }>;

/** Decides whether a call may run: by rules first, then by asking. */
export class PermissionGate {
  mode: PermissionMode;
  readonly rules: PermissionRule[];
  readonly additionalDirectories: string[];
  private readonly waiting = new Map<string, (answer: PermissionAnswer) => void>();

  constructor(private readonly options: GateOptions) {
    this.mode = options.mode;
    this.rules = [...options.rules];
    this.additionalDirectories = [...options.additionalDirectories];
  }

  decide(tool: Tool | string, input: JsonObject): Decision {
    const name = typeof tool === 'string' ? tool : tool.name;
    const isReadOnly = typeof tool !== 'string' && tool.isReadOnly(input);
    return decide({ tool: name, isReadOnly, input }, this.context());
  }

  /** Applies a decision made by a hook or a tool, asking the user if necessary. */
  async settle(decision: Decision, call: ToolUseBlock, asker: Asker = {}): Promise<Settled> {
    const { input } = call;
    if (decision.behavior === 'allow') return { behavior: 'allow', decision, input };
    if (decision.behavior === 'deny')
      return deny(decision, `Permission to use ${call.name} was denied: ${decision.reason}.`);
    if (!this.options.canAsk() || this.mode === 'dontAsk') {
      return deny(decision, `${call.name} needs permission (${decision.reason}), and nobody is available to grant it.`);
    }
    const answer = await this.ask(decision, call, asker);
    if (answer.behavior === 'allow') {
      for (const update of answer.updates ?? []) this.apply(update);
      return { behavior: 'allow', decision, input: answer.updatedInput ?? input };
    }
    const message = answer.message ? `The user rejected this call and said: ${answer.message}` : '';
    return { behavior: 'deny', decision, message, by: 'user', interrupt: answer.interrupt ?? !answer.message };
  }

  answer(id: string, answer: PermissionAnswer): void {
    const take = this.waiting.get(id);
    if (!take) return;
    this.waiting.delete(id);
    this.options.tell({ type: 'permission_answered', id, answer });
    take(answer);
  }

  apply(update: PermissionUpdate): void {
    if (update.type === 'setMode') this.setMode(update.mode);
    else if (update.type === 'addDirectories') this.additionalDirectories.push(...update.directories);
    else {
      const { behavior, destination } = update;
      this.rules.push(...update.rules.map((rule): PermissionRule => ({ behavior, rule, source: destination })));
    }
    if (update.destination !== 'session') this.options.save(update);
  }

  setMode(mode: PermissionMode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.options.tell({ type: 'mode', permissionMode: mode });
  }

  sandboxFor(command: string, decision: Decision | undefined): Sandbox | undefined {
    const { sandbox: settings, world } = this.options;
    return sandboxFor({ command, decision, settings, context: this.context(), env: world.env });
  }

  /** Only a sandbox that is available can replace a question. */
  private sandboxInsteadOfQuestion(): PermissionContext['sandbox'] {
    const { sandbox, world } = this.options;
    if (sandbox.scope !== 'all' || !sandbox.autoAllow || findLauncher(world).kind === 'none') return undefined;
    return { isExcluded: (command) => isExcluded(command, sandbox) };
  }

  private holder(context: PermissionContext): (content: string) => boolean {
    const { sandbox, world } = this.options;
    return (content) =>
      sandbox.scope !== 'off' && findLauncher(world).kind !== 'none' && canHold(content, context, world.env['PATH']);
  }

  private ask(decision: Decision, call: ToolUseBlock, asker: Asker): Promise<PermissionAnswer> {
    const request: PermissionRequest = {
      id: this.options.world.newUuid(),
      call,
      reason: decision.reason,
      suggestions: decision.suggestions ?? [],
      ...asker,
    };
    return new Promise((take) => {
      this.waiting.set(request.id, take);
      this.options.tell({ type: 'permission_asked', request });
    });
  }

  private context(): PermissionContext {
    const { world, projectDir } = this.options;
    const sandbox = this.sandboxInsteadOfQuestion();
    const context: PermissionContext = {
      mode: this.mode,
      rules: this.rules,
      projectDir,
      cwd: this.options.cwd(),
      additionalDirectories: this.additionalDirectories,
      home: world.home,
      platform: world.platform,
      realPath,
      namesIn,
      gitRepository,
      ...(sandbox && { sandbox }),
      readableDirectories: this.options.readableDirectories(),
    };
    return { ...context, deniedNameOf: deniedNameFinder(context), holds: this.holder(context) };
  }
}

function deny(decision: Decision, message: string): Settled {
  return { behavior: 'deny', decision, message, by: 'rule', interrupt: false };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing or unreadable, so no pattern can match a file in it.
    return [];
  }
}

/** Resolves links in the part of the path that exists: a new file in a linked folder ends up in the link's target. */
function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realPath(parent), whole.slice(parent.length));
  }
}
