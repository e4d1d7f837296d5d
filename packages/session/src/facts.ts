/** What lists and searches need: titles, turns and text found without opening a session. */
export { plainLetters, withoutAccents } from './facts/accents.js';
export { lastTimeIn } from './facts/last-time.js';
export { type Needle, needlesOf, needlesOfWord } from './facts/needle.js';
export { NeedleKernel } from './facts/needle-kernel.js';
export { isInFile } from './facts/probe-file.js';
export { TextScanner } from './facts/scan-text.js';
export { SEARCH_KINDS, type SearchKind } from './facts/search-kind.js';
export { type SearchableText, searchableOf } from './facts/searchable-text.js';
export { TitleCursor, type TitleCursorState } from './facts/title-cursor.js';
export { TurnCursor, type TurnRef, type TurnState } from './facts/turn-cursor.js';
export { replyOfSearch, UsageCursor, type UsageState } from './facts/usage-cursor.js';
export {
  type NotedFile,
  notedFilesOf,
  type OtherCall,
  otherCallsOf,
  type WriteCall,
  type WriteResult,
  writeCallsOf,
  writeResultsOf,
} from './facts/written-lines.js';
