export type { Chat, RewindPoint, SlashCommand } from './chat/chat.js';
export { startChat } from './chat/chat-session.js';
export type { ChatOptions } from './chat/options.js';
export { demoScript } from './demo/demo-script.js';
export { type Script, type ScriptedReply, scriptedModel } from './demo/scripted-model.js';
export { hookFaults } from './hooks/hook-config.js';
export type { ApiFailure } from './loop/api-failure.js';
export type { PriceOf } from './loop/counting.js';
export type * from './loop/event.js';
export type * from './loop/model-call.js';
export { type AddedServers, addServers } from './mcp/add-servers.js';
export { serversFault } from './mcp/server-config.js';
export { type ApiAccess, anthropicModel, apiAccess } from './model/anthropic.js';
export {
  type Decision,
  decide,
  PERMISSION_MODES,
  type PermissionContext,
  type PermissionMode,
  type PermissionQuestion,
  type PermissionRule,
  type PermissionUpdate,
  type RuleBehavior,
  type RuleSource,
} from './permissions/decide.js';
export { savePermission } from './permissions/save-permission.js';
export { permissionsOf, type SettingsPermissions } from './permissions/settings-permissions.js';
export { correctToolName } from './permissions/tool-names.js';
export { type PrintOptions, runPrint } from './print/print-mode.js';
export { findLauncher } from './sandbox/launcher.js';
export { type SandboxSettings, sandboxOf } from './sandbox/settings.js';
export { type Opened, type OpenResult, openStart } from './sessions/open-start.js';
export { type Locked, lockSession } from './sessions/session-lock.js';
export { isTrustedFolder } from './settings/is-trusted.js';
export { readSettings, type Settings, type SettingsPlace } from './settings/read-settings.js';
export { type ChoiceList, choose } from './terminal/choose.js';
export { runTerminal } from './terminal/run-terminal.js';
export { allTools } from './tools/all-tools.js';
export { type BackgroundTask, BackgroundTasks } from './tools/tasks/background-tasks.js';
export type * from './tools/tool.js';
export { type World, waitFor } from './world.js';
