/** What the client would send, and why not. */
export type { FileCheck, Soundness } from './check.js';
export { ReplyBlocks } from './resume/reply-blocks.js';
