import type { PriceOf } from '../loop/counting.js';
import type { CallModel } from '../loop/model-call.js';
import type { ServerState } from '../mcp/server-state.js';
import type { PermissionMode, PermissionRule, PermissionUpdate, RuleSource } from '../permissions/decide.js';
import type { SandboxSettings } from '../sandbox/settings.js';
import type { Opened } from '../sessions/open-start.js';
import type { BackgroundTasks } from '../tools/tasks/background-tasks.js';
import type { Tool } from '../tools/tool.js';
import type { World } from '../world.js';

/** Options for starting a chat. */
export interface ChatOptions {
  world: World;
  /** Contains `projects/`, `settings.json`, `agents/` and `commands/`. */
  configDir: string;
  /** The folder in which running chats record their open session. */
  lockFolder?: string;
  /** The project folder, in which the chat starts. */
  cwd: string;
  callModel: CallModel;
  priceOf: PriceOf;
  tools: readonly Tool[];
  /** Background tasks. Without them, the chat waits for agents, and nobody is notified when a command ends. */
  tasks?: BackgroundTasks;
  start: { kind: 'new'; sessionId?: string } | { kind: 'continue'; opened: Opened; isFork?: boolean };
  /** The client's name for how it is used: `cli` at a terminal, `sdk-cli` in print mode. */
  entrypoint: 'cli' | 'sdk-cli';
  model?: string | undefined;
  permissionMode?: PermissionMode;
  rules?: PermissionRule[];
  additionalDirectories?: string[];
  /** Which commands run in a sandbox, and what they may do there. */
  sandbox?: SandboxSettings;
  /** Whether someone answers `permission_asked`. */
  canAsk: boolean;
  savePermission?(update: PermissionUpdate): void;
  /** Offer only these tools. */
  toolNames?: string[];
  systemPrompt?: string | undefined;
  appendSystemPrompt?: string | undefined;
  maxTurns?: number | undefined;
  maxRetries?: number;
  /** Budget in dollars; once it is spent, no further request is made. */
  maxBudget?: number | undefined;
  /** Overrides the model's limit, for tests and gateways. */
  contextWindow?: number;
  /** Awaited before each turn, since tools may still be loading. */
  beforeTurn?(): Promise<void>;
  /** The current MCP servers. */
  servers?(): readonly ServerState[];
  /** Project hooks run, and project commands grant permissions, only if the folder is trusted. */
  isTrusted: boolean;
  /** Which settings files count. Default: all. */
  settingSources?: readonly RuleSource[] | undefined;
}
