import { type PathSpec, pathSet } from '../read/path.js';
import type { blockTypes, entryTypes, innerTypes } from './schema.js';

/** Only members that the schema declares can be requested. */
type NamesOf<Types> = Types extends unknown ? keyof Types : never;
type Declared<Names extends PropertyKey> = { readonly [Name in Names]?: PathSpec[string] };
type LineMembers = Declared<NamesOf<(typeof entryTypes)[keyof typeof entryTypes]>>;
type BlockMembers = Declared<NamesOf<(typeof blockTypes)[keyof typeof blockTypes]>>;
type UsageMembers = Declared<keyof typeof innerTypes.usage>;
type MessageMembers = Declared<keyof typeof innerTypes.assistantMessage>;

/** The counters of a reply's usage. */
const usage = {
  input_tokens: true,
  output_tokens: true,
  cache_read_input_tokens: true,
  cache_creation_input_tokens: true,
  cache_creation: { ephemeral_5m_input_tokens: true, ephemeral_1h_input_tokens: true },
  server_tool_use: { web_search_requests: true },
  speed: true,
  inference_geo: true,
} as const satisfies UsageMembers;

const block = {
  type: true,
  text: true,
  id: true,
  name: true,
  input: { file_path: true, notebook_path: true, prompt: true },
  tool_use_id: true,
  is_error: true,
  content: true,
  thinking: true,
  signature: true,
} as const satisfies BlockMembers;

const message = {
  id: true,
  model: true,
  stop_reason: true,
  content: [block],
  usage,
} as const satisfies MessageMembers;

/**
 * The members of a line that are needed to interpret it without its content. The walker records where their values are;
 * code that reads a member of a line without parsing it lists the member here.
 */
const line = {
  type: true,
  subtype: true,
  uuid: true,
  parentUuid: true,
  logicalParentUuid: true,
  timestamp: true,
  sessionId: true,
  isSidechain: true,
  isMeta: true,
  isCompactSummary: true,
  isVisibleInTranscriptOnly: true,
  origin: { kind: true },
  isApiErrorMessage: true,
  agentId: true,
  cwd: true,
  version: true,
  gitBranch: true,
  entrypoint: true,
  forkedFrom: true,
  requestSessionId: true,
  requestId: true,
  compactMetadata: true,
  messageId: true,
  leafUuid: true,
  operation: true,
  content: true,
  summary: true,
  customTitle: true,
  aiTitle: true,
  parentToolUseID: true,
  toolUseResult: { agentId: true, searchCount: true },
  attachment: { type: true },
  data: { type: true, agentId: true, message: true },
  message,
} as const satisfies LineMembers;

export const linePaths = pathSet(line);

export const { paths } = linePaths;
