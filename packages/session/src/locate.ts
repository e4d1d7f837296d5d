/** Where sessions, their sub-agents and their output are. */
export type { AgentFile } from './locate/agent-file.js';
export { readAgentMeta } from './locate/agent-meta.js';
export { configFolderAt, configPaths } from './locate/config-folders.js';
export { cwdOf } from './locate/cwd.js';
export { isOfDesktop } from './locate/entrypoint.js';
export { agentFilesOfAll, type Family, type FamilyAgent, readAgents, wholeFamilyOf } from './locate/family.js';
export { leadsOut } from './locate/leads-out.js';
export type { LocateProblem } from './locate/list-folder.js';
export { sessionsAndRemains } from './locate/list-sessions.js';
export { comparable, fileName, isInsidePath, isSamePath, projectName } from './locate/path.js';
export { resolveSession } from './locate/resolve-session.js';
export { isUuid as isSessionId } from './locate/session-id.js';
export { type ClientArchive, clientArchiveOf, notedTitleOf, readJsonObject } from './locate/side-notes.js';
export { namedProject, projectFolderName, slugOf, slugsOf } from './locate/slug.js';
export { readToolResult, type ToolResultFile } from './locate/tool-result.js';
export { isWorktreeOf, projectsAbove } from './locate/worktree-agents.js';
