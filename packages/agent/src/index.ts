export type { Chat, RewindPoint, SlashCommand } from './chat/chat.js';
export type * from './loop/event.js';
export type * from './loop/model-call.js';
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
export type * from './tools/tool.js';
