/** What to show for a line: asides, results, changes. */
export { type Aside, attachmentAside, hookAside, queuedPrompt, wordsAside } from './shown/aside.js';
export { blockText, isMedia, readCallResult, resultText } from './shown/call-result.js';
export { changesOf, type Hunk, hunksOf } from './shown/changes.js';
export { jsonText } from './shown/json-text.js';
export { countChanges, type DiffLine, diffOf } from './shown/line-diff.js';
export { relativePath } from './shown/relative-path.js';
export { isSilent } from './shown/silent.js';
