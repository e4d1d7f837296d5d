// The part that needs nothing of Node: it runs in a browser as it is.

export {
  type Block,
  blocksOf,
  type Content,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  textOf,
} from './format/block.js';
export { type Drift, DriftReport, isEmptyDrift } from './format/drift.js';
export {
  type Entry,
  isAiTitle,
  isAssistant,
  isAttachment,
  isCustomTitle,
  isLastPrompt,
  isProgress,
  isQueueOperation,
  isSummary,
  isSystem,
  isUser,
  type OtherEntry,
} from './format/entry.js';
export type {
  AssistantEntry,
  AssistantMessage,
  AttachmentEntry,
  CompactMetadata,
  ProgressEntry,
  SystemEntry,
  Usage,
  UserEntry,
} from './format/schema.js';
export { isInsidePath, isSamePath, projectName } from './locate/path.js';
export { type PersistedOutput, persistedOutputsOf } from './locate/persisted-output.js';
export { type Resolution, type ResolveLook, resolveSession } from './locate/resolve-session.js';
export { isUuid as isSessionId } from './locate/session-id.js';
export { legacySlugOf, slugOf, slugsOf } from './locate/slug.js';
export { type AgentSource, type InnerAgent, linkAgents, progressAgentsOf, sidechainsOf } from './model/agents.js';
export { type BranchPoint, branchesOf, pathTo } from './model/branches.js';
export { type FileTouched, filesTouched } from './model/files.js';
export { firstWords } from './model/first-words.js';
export type { Node, Place, ReplyFacts, ToolResultFact, ToolUseFact, UserFacts } from './model/node.js';
export { oneLine } from './model/one-line.js';
export { orphanCalls, type Pairing, pairToolCalls } from './model/pairing.js';
export { readReply } from './model/read-reply.js';
export { isRejection } from './model/rejection.js';
export { mergeReply, type ReplyMessage } from './model/reply.js';
export type { RoundKind } from './model/round.js';
export { type LineCounts, type Session, sessionOf } from './model/session.js';
export type { TurnKind } from './model/starts.js';
export { titleOf } from './model/title.js';
export type { Title } from './model/title-notes.js';
export { addTokens, noTokens, type Tokens, tokensOf, totalTokens } from './model/tokens.js';
export { callsOf, durationOf, type Reply, type ToolCall, type Turn } from './model/turn.js';
export { type Turns, turnsOf } from './model/turns.js';
export { type IdeContext, type Words, type WordsKind, wordsOf } from './model/words.js';
export { isObject } from './read/json.js';
export type { JsonObject, Line, LineProblem, LineProblemKind, LineState } from './read/line.js';
export { LineSplitter, type SplitOptions, splitBytes } from './read/split.js';
export type { ApiMessage } from './resume/messages.js';
export { ReplyBlocks } from './resume/reply-blocks.js';
export { planResume, type Reason, type ReasonKind, type Resumed, resume } from './resume/resume.js';
export { type ChangingCall, changesOf, type Hunk, hunksOf } from './shown/changes.js';
export { jsonText } from './shown/json-text.js';
export { countChanges, type DiffLine, diffOf } from './shown/line-diff.js';
export { relativePath } from './shown/relative-path.js';
export { isSilent } from './shown/silent.js';
