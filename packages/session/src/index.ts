/** The format of Claude Code sessions: read, understand, resume, find, write and check them. */

// Lines and entries: the content of a file, byte for byte.

export { type Block, isText, isThinking, isToolResult, isToolUse, textOf } from './format/block.js';
export { type Entry, isAssistant, isAttachment, isSystem, isUser } from './format/entry.js';
export type { AssistantEntry, SystemEntry, UserEntry } from './format/schema.js';
export type { JsonObject, Line, LineProblem } from './read/line.js';
export { readLines } from './read/read-lines.js';

// Sessions: a file as an outline, with its content read on demand.

export type { Agent } from './model/agent.js';
export { agentTree } from './model/agent-tree.js';
export { FollowedSession } from './model/followed-session.js';
export type { Node } from './model/node.js';
export { type OpenOptions, openSession } from './model/open-session.js';
export type { Session } from './model/session.js';
export { titleOf } from './model/title.js';

// Turns: what a person asked and everything that followed.

export { branchesOf } from './model/branches.js';
export { readReply } from './model/read-reply.js';
export type { ReplyMessage } from './model/reply.js';
export { callsOf, durationOf, type Reply, type ToolCall, type Turn } from './model/turn.js';
export { type Turns, turnsOf } from './model/turns.js';
export { type Words, wordsOf } from './model/words.js';

// Tokens and usage.

export { forEachUsage } from './facts/for-each-usage.js';
export { type UsageRecord, usageOf } from './facts/usage.js';
export { type Tokens, totalTokens } from './model/token-counts.js';

// Resume: what the client would send.

export type { ApiMessage } from './resume/messages.js';
export { planResume, type Reason, type Resumed, resume } from './resume/resume.js';

// Finding sessions, and what a list shows about them.

export type { ListFacts } from './facts/list-facts.js';
export { scanList } from './facts/scan-list.js';
export { type ConfigFolder, configFolders } from './locate/config-folders.js';
export { familyOf } from './locate/family.js';
export type { SessionFile } from './locate/list-project.js';
export { listSessions, type SessionList } from './locate/list-sessions.js';

// Writing sessions.

export type { ChainWriter } from './write/chain-writer.js';
export { continueSession, createSession } from './write/create-session.js';

// Checking a file.

export { checkFile } from './check.js';
