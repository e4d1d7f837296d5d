/** How to show a line: asides, results, changes. */
export { type Aside, attachmentAside, contextLabel, hookAside, queuedPrompt, wordsAside } from './shown/aside.js';
export { blockText, isMedia, readCallResult, readResultBlock, resultText } from './shown/call-result.js';
export { changesOf, type Hunk, hunksOf, notedPathsOf } from './shown/changes.js';
export { withoutEscapes } from './shown/escapes.js';
export { editedText, textBefore, wholeTextRead } from './shown/file-text.js';
export { jsonText } from './shown/json-text.js';
export { countChanges, type DiffLine, diffOf, wholeDiffOf } from './shown/line-diff.js';
export { plural, shortDuration, shortNumber, shortSize } from './shown/numbers.js';
export { relativePath } from './shown/relative-path.js';
export { shortId } from './shown/short-id.js';
export { isSilent } from './shown/silent.js';
export { systemLabel } from './shown/system-label.js';
export { typedText } from './shown/typed-text.js';
