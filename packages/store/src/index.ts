export {
  type AskedFile,
  type BlameRange,
  blame,
  blameCommit,
  type WrittenCommit,
  type WrittenLine,
} from './blame/blame.js';
export { type Block as BlameBlock, blocksOf as blameBlocks } from './blame/blocks.js';
export { type AskedPlace, findWriters, lastWriterOf, type Writer } from './blame/find-writers.js';
export { changedFiles, GitError, git, repositoryAt } from './blame/git.js';
export { type SessionWrite, writesOfSessions } from './blame/session-writes.js';
export { type Share, sharesOf, significantLines } from './blame/shares.js';
export { type BlameTarget, findTarget } from './blame/target.js';
export { type LeadingWords, wordsBefore } from './blame/turn-words.js';
export { knowsWrites } from './blame/write-table.js';
export type { CauseKind } from './causes/cause-report.js';
export { causesOf } from './causes/file-causes.js';
export { filesWithoutCauses, ledgerCauses } from './causes/ledger-causes.js';
export { databaseFile, dataFolder, type Machine } from './data-folder.js';
export { forgetIndex } from './indexing/forget-index.js';
export { forgetSession } from './indexing/forget-session.js';
export { indexFacts } from './indexing/index-facts.js';
export {
  type IndexOptions,
  type IndexProgress,
  type IndexResult,
  updateIndex,
  updateInSteps,
} from './indexing/indexer.js';
export { forgetSeen, look } from './indexing/look.js';
export { type ReadingOrder, readForOther } from './indexing/reading-thread.js';
export { repositoryOf } from './indexing/repository.js';
export { type LockedFolder, sessionPaths } from './indexing/sweep.js';
export { archiveFolder, listArchives, listFormer, removeOldDrafts } from './keep/archive-folder.js';
export { type ArchivedFile, type ArchiveIndex, DamagedArchive } from './keep/archive-format.js';
export { archivedAt, archivePath } from './keep/archive-path.js';
export { ArchiveReader } from './keep/archive-reader.js';
export { archiveSession } from './keep/archive-session.js';
export { type ArchiveSettings, archiveSettings, settingsFile } from './keep/archive-settings.js';
export { archiveStamp } from './keep/archive-stamp.js';
export { deleteFamily, deleteFiles, filesToDelete } from './keep/delete-session.js';
export { type DueSession, dueSessions, NEAR_DAYS, newestOf, sizeOf } from './keep/due-sessions.js';
export { extractSession } from './keep/extract-archive.js';
export { ownFolders } from './keep/family-files.js';
export { KeptFiles } from './keep/kept-files.js';
export { adoptLabels, changeLabel, type Label, type Labels, readLabels, repairLabels } from './keep/labels.js';
export { planRestore, type RestorePlan, restoreFiles } from './keep/restore-session.js';
export { deletesInDays, isDeletedWithin, projectFoldersOf, type Retention, retentionOf } from './keep/retention.js';
export { ledgerDays } from './ledger/ledger-days.js';
export { ledgerReplies, ledgerSince, ledgerUsage, unrecordedSessions } from './ledger/ledger-usage.js';
export { knownTokens, OWN_CLIENT } from './own-client.js';
export { leftMarks, markOpened } from './schema/open-mark.js';
export {
  endSaving,
  hasStore,
  identityOf,
  isCorrupt,
  isUnwritable,
  keepPrivate,
  moveAside,
  NewerStoreError,
  type OpenedStore,
  openStore,
  refuseDamaged,
  renewStore,
  saveFrom,
  saveTableFrom,
  type TablePart,
} from './schema/open-store.js';
export { SALVAGED, type Salvaged } from './schema/salvage.js';
export { readAllTexts, repairTexts } from './schema/texts.js';
export { countHits, type HitCount } from './search/count-hits.js';
export { distinctiveWords } from './search/distinctive-words.js';
export { filesWith } from './search/files-with.js';
export { isByPlace, isOfClient, isOfProject, type SearchFilters } from './search/filters.js';
export type { Hit, SearchResult, Shown } from './search/hit.js';
export { type IndexedPlace, readIndexed, readIndexedText } from './search/indexed-text.js';
export { exactMatcher, type Matcher, needlesIn, regexMatcher, wordMatcher } from './search/matcher.js';
export { knowsOutputFiles } from './search/output-files.js';
export { hasWord, NoWordError, parseAsTyped, parseQuery, type Query, QueryError } from './search/query.js';
export { searchFiles, searchIn } from './search/search-files.js';
export { searchIndex } from './search/search-index.js';
export { searchTurns } from './search/search-turns.js';
export { filesByPlace } from './search/searched-file.js';
export { type Snippet, snippetOf } from './search/snippet.js';
export {
  type IndexedSession,
  indexedSessions,
  type SpecialReply,
  sessionsWithErrors,
  specialReplies,
  withSearches,
} from './sessions/indexed-sessions.js';
export { sessionTape, type TapeStretch } from './sessions/session-tape.js';
export { type JudgedFile, judgeSessions, keepVerdicts, knownVerdicts } from './sessions/verdicts.js';
export type { Database, Engine, Statement } from './sqlite/database.js';
export { NotAFileError, openDatabase } from './sqlite/open-database.js';
export { type Block, blocksOf } from './usage/blocks.js';
export { Calendar } from './usage/calendar.js';
export { exactDollars, type Money, shortDollars } from './usage/money.js';
export { type Price, Prices, parsePrices, type Rates } from './usage/prices.js';
export { quickSources } from './usage/quick-sources.js';
export { type GroupKind, projectLabel, projectOf, type Report, type ReportRow, reportOf } from './usage/reports.js';
export {
  type ScannedUsage,
  type ScanSource,
  scanSources,
  scanUsage,
  sessionRef,
  sourcesOf,
} from './usage/scan-usage.js';
export { addUsage, isUnrecorded, newSum, type Sum } from './usage/sum.js';
export { costOf, emptyUsage, isOverTier, NO_SESSION, ratesOf, type SessionRef, type Usage } from './usage/usage.js';
export { UsageTally } from './usage/usage-tally.js';
