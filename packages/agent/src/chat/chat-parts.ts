import type { JsonObject } from '@unspool/session';
import { type AgentDefinition, agentDefinitions } from '../agents/definitions.js';
import type { Listen, SessionStarted } from '../loop/event.js';
import { DEFAULT_SANDBOX } from '../sandbox/settings.js';
import type { Chat, SlashCommand } from './chat.js';
import type { ChatOptions } from './options.js';
import { PermissionGate } from './permission-gate.js';
import { ProjectContext } from './project-context.js';
import type { Thread } from './thread.js';

export interface GateParts {
  cwd(): string;
  tell: Listen;
  /** The session's own folders, which the model may read. */
  ownFolders(): string[];
}

/** The permission gate that the chat's options describe. */
export function gateOf(options: ChatOptions, { cwd, tell, ownFolders }: GateParts): PermissionGate {
  return new PermissionGate({
    world: options.world,
    mode: options.permissionMode ?? 'default',
    rules: options.rules ?? [],
    additionalDirectories: options.additionalDirectories ?? [],
    projectDir: options.cwd,
    cwd,
    tell,
    canAsk: () => options.canAsk,
    sandbox: options.sandbox ?? DEFAULT_SANDBOX,
    readableDirectories: ownFolders,
    save: (update) => options.savePermission?.(update),
  });
}

/** The project context that the model receives. */
export function contextOf({ world, configDir, cwd, systemPrompt, appendSystemPrompt }: ChatOptions): ProjectContext {
  return new ProjectContext({
    configDir,
    projectDir: cwd,
    home: world.home,
    platform: world.platform,
    now: () => world.now(),
    systemPrompt,
    appendSystemPrompt,
  });
}

/** Kinds of agents: built in, from files, and from the driving program. If two have the same name, the last wins. */
export function agentKinds({ configDir, cwd }: ChatOptions, brought: readonly AgentDefinition[]): AgentDefinition[] {
  const all = [...agentDefinitions(configDir, cwd), ...brought];
  return [...new Map(all.map((agent) => [agent.name, agent])).values()];
}

export interface StartedChat
  extends Pick<SessionStarted, 'source' | 'sessionId' | 'file' | 'model' | 'permissionMode'> {
  options: ChatOptions;
  thread: Thread;
  commands(): SlashCommand[];
}

export function startedEvent(chat: StartedChat, agents: readonly AgentDefinition[]): SessionStarted {
  const { source, sessionId, file, model, permissionMode, thread } = chat;
  return {
    type: 'session_started',
    source,
    sessionId,
    file,
    cwd: chat.options.cwd,
    model,
    permissionMode,
    tools: thread.options.tools().map(({ name }) => name),
    slashCommands: chat.commands().map(({ name }) => name),
    agents: agents.map(({ name }) => name),
    contextTokens: thread.contextTokens,
    contextWindow: thread.contextWindow,
  };
}

/** The fields that every hook receives. */
export function hookFacts({ sessionId, file, permissionMode }: Chat, cwd: string): JsonObject {
  return { session_id: sessionId, transcript_path: file, cwd, permission_mode: permissionMode };
}
