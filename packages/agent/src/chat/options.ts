import type { PriceOf } from '../loop/counting.js';
import type { CallModel } from '../loop/model-call.js';
import type { ServerState } from '../mcp/server-state.js';
import type { PermissionMode, PermissionRule, PermissionUpdate, RuleSource } from '../permissions/decide.js';
import type { SandboxSettings } from '../sandbox/settings.js';
import type { Opened } from '../sessions/open-start.js';
import type { BackgroundTasks } from '../tools/tasks/background-tasks.js';
import type { Tool } from '../tools/tool.js';
import type { World } from '../world.js';

/** How a chat is started. */
export interface ChatOptions {
  world: World;
  /** Holds `projects/`, `settings.json`, `agents/`, `commands/`. */
  configDir: string;
  /** Where running chats say which session they have open. */
  lockFolder?: string;
  /** The folder it is started in: the project. */
  cwd: string;
  callModel: CallModel;
  priceOf: PriceOf;
  tools: readonly Tool[];
  /** What tools run in the background. Without it agents are waited for, and nobody is told of a command's end. */
  tasks?: BackgroundTasks;
  /** A new session, or one to go on with. */
  start: { kind: 'new'; sessionId?: string } | { kind: 'continue'; opened: Opened; isFork?: boolean };
  /** `cli` for a person at a terminal, `sdk-cli` for print mode: the client's names. */
  entrypoint: 'cli' | 'sdk-cli';
  model?: string | undefined;
  permissionMode?: PermissionMode;
  rules?: PermissionRule[];
  additionalDirectories?: string[];
  /** Which commands run in a sandbox, and what they may do there. */
  sandbox?: SandboxSettings;
  /** Somebody answers `permission_asked`. */
  canAsk: boolean;
  savePermission?(update: PermissionUpdate): void;
  /** Only these tools are offered. */
  toolNames?: string[];
  systemPrompt?: string | undefined;
  appendSystemPrompt?: string | undefined;
  maxTurns?: number | undefined;
  maxRetries?: number;
  /** Dollars after which no request is made any more. */
  maxBudget?: number | undefined;
  /** For tests and gateways; the model's own unless given. */
  contextWindow?: number;
  /** Waited for before each turn: tools may still be on their way. */
  beforeTurn?(): Promise<void>;
  /** The MCP servers there are now. */
  servers?(): readonly ServerState[];
  /** Hooks of the project run, and its commands allow tools, only when its folder is trusted. */
  isTrusted: boolean;
  /** Which settings files count; all unless given. */
  settingSources?: readonly RuleSource[] | undefined;
}
