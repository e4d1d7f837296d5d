import { type PathSpec, pathSet } from '../read/path.js';

/** What a reply's usage says. */
const usage = {
  input_tokens: true,
  output_tokens: true,
  cache_read_input_tokens: true,
  cache_creation_input_tokens: true,
  cache_creation: { ephemeral_5m_input_tokens: true, ephemeral_1h_input_tokens: true },
  server_tool_use: { web_search_requests: true },
  speed: true,
  inference_geo: true,
} as const satisfies PathSpec;

const block = {
  type: true,
  text: true,
  id: true,
  name: true,
  input: { file_path: true, notebook_path: true, prompt: true },
  tool_use_id: true,
  is_error: true,
  content: true,
} as const satisfies PathSpec;

/**
 * The members of a line that say what it means without its content. The walker notes where their values are; everything
 * that asks for a member of a line without parsing it names it here.
 */
export const linePaths = pathSet({
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
  forkedFrom: true,
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
  toolUseResult: { agentId: true },
  attachment: { type: true },
  data: { type: true, agentId: true, message: true },
  message: { id: true, model: true, stop_reason: true, content: [block], usage },
});

export const { paths } = linePaths;
