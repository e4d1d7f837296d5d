export { ADAPTERS } from './adapters.js';
export type { Adapter, Head, Place, Source } from './contract/adapter.js';
export { AGENT_LABELS, AGENT_NAMES, type AgentName, isAgentName } from './contract/agent-name.js';
export type { Output, SessionHead, SubAgentHead } from './contract/output.js';
export type { CallUsage, FileWrite, Moment, Reply, Result, Surroundings, Thread } from './contract/thread.js';
export type { AgentFolder } from './copies/agent-folder.js';
export { type OpenedFile, openForeign } from './copies/open-file.js';
export type { CopiedSource, Report } from './copies/record.js';
export { type Refreshed, type RefreshOptions, refresh, type SourceProblem } from './copies/refresh.js';
