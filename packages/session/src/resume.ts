/** Details of a check and of a reply that is sent. */
export type { FileCheck, Soundness } from './check.js';
export { judgeFile } from './judge-file.js';
export { isWholeResume, judgeResume, type MessageCounts, type ResumeVerdict } from './judge-resume.js';
export { isThought } from './resume/block-kinds.js';
export { NO_RESPONSE } from './resume/close-prompt.js';
export type { DatedMessage } from './resume/messages.js';
export { ReplyBlocks } from './resume/reply-blocks.js';
export { type StreamedResume, streamConversation, streamResume } from './resume/resume.js';
export { withoutThinking } from './resume/stripped-thinking.js';
export { faultsText, type ShownVerdict, shownVerdict, verdictText } from './verdict-text.js';
