/** The part of the library that does not use Node and so also runs in a browser. */
export { type Block, isText, isThinking, isToolResult, isToolUse, textOf } from './format/block.js';
export { type Entry, isAssistant, isAttachment, isSystem, isUser } from './format/entry.js';
export type { AssistantEntry, SystemEntry, UserEntry } from './format/schema.js';
export { branchesOf } from './model/branches.js';
export type { Node } from './model/node.js';
export { readReply } from './model/read-reply.js';
export type { ReplyMessage } from './model/reply.js';
export { type Session, sessionOf } from './model/session.js';
export { titleOf } from './model/title.js';
export { type Tokens, totalTokens } from './model/token-counts.js';
export { callsOf, durationOf, type Reply, type ToolCall, type Turn } from './model/turn.js';
export { type Turns, turnsOf } from './model/turns.js';
export { type Words, wordsOf } from './model/words.js';
export type { JsonObject, Line, LineProblem } from './read/line.js';
export { splitBytes } from './read/split.js';
export type { ApiMessage } from './resume/messages.js';
export { planResume, type Reason, type Resumed, resume } from './resume/resume.js';
