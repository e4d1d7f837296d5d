/** Details of a check and of a reply that is sent. */
export type { FileCheck, Soundness } from './check.js';
export { ReplyBlocks } from './resume/reply-blocks.js';
