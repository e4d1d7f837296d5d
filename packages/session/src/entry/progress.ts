import type { JsonObject } from '../line/line.js';
import { type GraphEntry, graphFields, type KnownFields } from './common.js';

/** News from a running tool (2.1.12 to 2.1.84). A sub-agent's replies can exist only here. */
export interface ProgressEntry extends GraphEntry {
  type: 'progress';
  data: JsonObject & { type?: string };
  toolUseID?: string;
  parentToolUseID?: string;
}

export const progressFields = [
  ...graphFields,
  'data',
  'toolUseID',
  'parentToolUseID',
] as const satisfies KnownFields<ProgressEntry>;

export const progressTypes = [
  'agent_progress',
  'bash_progress',
  'hook_progress',
  'mcp_progress',
  'query_update',
  'search_results_received',
  'waiting_for_task',
] as const;
