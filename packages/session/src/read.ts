/** Lines, entries and blocks in detail. */
export { blocksOf, type Content, type ToolResultBlock, type ToolUseBlock } from './format/block.js';
export { DriftReport, isEmptyDrift } from './format/drift.js';
export { isProgress, type OtherEntry } from './format/entry.js';
export type { CompactMetadata, Usage } from './format/schema.js';
export { ChangedFileError } from './read/changed-file.js';
export { DEEPEST, isTooDeep } from './read/depth.js';
export { hashOfStart } from './read/hash-of-start.js';
export { isObject } from './read/json.js';
export type { LineProblemKind } from './read/line.js';
export { lineAround } from './read/line-around.js';
export { readChunks, readRange } from './read/read-lines.js';
export { LineSplitter, splitBytes } from './read/split.js';
