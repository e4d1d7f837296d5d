export * from './browser.js';
export { checkFile, checkSoundness, type FileCheck, type Soundness } from './check.js';
export { type CompressOptions, pastToCompress, planCompress } from './edit/compress/compress.js';
export { extract } from './edit/compress/extract.js';
export { modelBatches, shortenedIn } from './edit/compress/model-batches.js';
export type { Past, TurnToCompress } from './edit/compress/turns-to-compress.js';
export { copyIdOf } from './edit/copy-id.js';
export { planCut, rangesOf } from './edit/cut.js';
export { diffSessions, type PartDiff, type SessionDiff, type TurnDiff } from './edit/diff/diff.js';
export { type EditSource, editSourceOf } from './edit/edit-source.js';
export { type Calibration, type ContextTrace, calibrate, estimateTokens, traceContext } from './edit/estimate.js';
export { type FamilyChange, isTouchedBy } from './edit/family-change.js';
export { draftFamily, sideFilesOf } from './edit/family-drafts.js';
export { planFork } from './edit/fork.js';
export { Journal, type Undone } from './edit/journal.js';
export { hashOf, type JournalEntry } from './edit/journal-entry.js';
export { measurePlan, type TurnEffect } from './edit/measure.js';
export { applyMove, type Moved, type MoveOptions, type MoveOutcome, rehearseMove } from './edit/move/move.js';
export { countOfMoved, movedSessions } from './edit/move/moved-sessions.js';
export { PathRewriter } from './edit/move/path-rewriter.js';
export { isRoot, movedPath, type PathRule, projectRules, rulesFor } from './edit/move/path-rules.js';
export {
  type MovedFile,
  type MovedSession,
  type MovePlan,
  type MoveRequest,
  planMove,
  startFolderOf,
} from './edit/move/plan-move.js';
export { type Made, makeSession } from './edit/new-session.js';
export type { NewSessionRequest } from './edit/new-session-request.js';
export { type Outcome, outcomeOf } from './edit/outcome.js';
export { PACK_LIMITS, type PackLimits, type PackManifest } from './edit/pack/manifest.js';
export { type FileToPack, filesToPack, manifestOf, packFiles } from './edit/pack/pack.js';
export { type Arrival, alreadyThere, arrivalOf, install, layOut } from './edit/pack/restore.js';
export { ArchiveError } from './edit/pack/tar.js';
export { unpackTo } from './edit/pack/unpack.js';
export { lineOf } from './edit/patch-line.js';
export { type EditDone, type EditOrder, performEdit, rehearseEdit } from './edit/perform-edit.js';
export { addChange, draftPlan, type EditPlan, isEmptyPlan, type PlanDraft } from './edit/plan.js';
export { planRedact, type RedactEntry } from './edit/redact.js';
export { type FamilyRedaction, planFamilyRedaction, type SecretCleaner } from './edit/redact-family.js';
export { cleanTitle, MAX_TITLE, type Renamed, type RenameOrder, renameSession } from './edit/rename.js';
export { type Finding, kindTitles, type RepairKind, repairKinds } from './edit/repair/finding.js';
export { planRepair, type Repair } from './edit/repair/repair.js';
export { planStrip, type StripOptions, stripPresets } from './edit/strip.js';
export { isJustWritten, sessionsOfEdit, whyLive } from './edit/why-live.js';
export { writeEdit } from './edit/write-edit.js';
export { plainLetters, withoutAccents } from './facts/accents.js';
export { lastTimeIn } from './facts/last-time.js';
export type { ListFacts } from './facts/list-facts.js';
export { type Needle, needlesOf, needlesOfWord } from './facts/needle.js';
export { NeedleKernel } from './facts/needle-kernel.js';
export { isInFile } from './facts/probe-file.js';
export { type ListedFiles, scanList } from './facts/scan-list.js';
export { type TakeLine, TextScanner } from './facts/scan-text.js';
export { SEARCH_KINDS, type SearchKind } from './facts/search-kind.js';
export { type SearchableText, searchableOf } from './facts/searchable-text.js';
export { TitleCursor, type TitleCursorState } from './facts/title-cursor.js';
export { TurnCursor, type TurnRef, type TurnState } from './facts/turn-cursor.js';
export { forEachUsage, type TakeUsage, type UsageRecord, usageOf } from './facts/usage.js';
export type { AgentFile, AgentLayout } from './locate/agent-file.js';
export { readAgentMeta } from './locate/agent-meta.js';
export { type ConfigFolder, configFolderAt, configFolders, configPaths } from './locate/config-folders.js';
export { cwdOf } from './locate/cwd.js';
export {
  agentFilesOfAll,
  type Family,
  type FamilyAgent,
  familyOf,
  readAgents,
  type SideFile,
  wholeFamilyOf,
} from './locate/family.js';
export type { SessionFile } from './locate/list-project.js';
export { listSessions, type SessionList } from './locate/list-sessions.js';
export type { LocateProblem } from './locate/look.js';
export { readToolResult, resolveToolResult, type ToolResultFile } from './locate/tool-result.js';
export { isWorktreeOf, projectsAbove } from './locate/worktree-agents.js';
export type { Agent } from './model/agent.js';
export { type AgentTree, agentTree } from './model/agent-tree.js';
export { FollowedSession, type FollowOptions, type Growth } from './model/followed-session.js';
export { type OpenOptions, openSession } from './model/open-session.js';
export { type OpenedFrom, openFrom, type TurnPoint, turnPointOf } from './model/turn-point.js';
export { openStretch, type TurnStretch } from './model/turn-stretch.js';
export { ChangedFileError } from './read/changed-file.js';
export { DEEPEST, isTooDeep } from './read/depth.js';
export { hashOfStart } from './read/hash-of-start.js';
export { lineAround } from './read/line-around.js';
export { type ReadOptions, readChunks, readLines, readRange } from './read/read-lines.js';
export type { FileRange } from './read/read-regions.js';
export { type Aside, attachmentAside, hookAside, queuedPrompt, wordsAside } from './shown/aside.js';
export { blockText, type CallResult, isMedia, readCallResult, resultText } from './shown/call-result.js';
export type { ChainOptions, ChainWriter, NewEntry } from './write/chain-writer.js';
export { copyRange, writeLines } from './write/copy.js';
export { continueSession, createAgent, createSession, type NewSession } from './write/create-session.js';
export { type FileStamp, isSameStamp, stampOf } from './write/file-stamp.js';
export { isRunning, listOpenFiles, type OpenFiles, processStart } from './write/holders.js';
export { type Liveness, livenessOf } from './write/liveness.js';
export { makeFolder } from './write/make-folder.js';
export { nameFailure } from './write/name-failure.js';
export { writeNewFile } from './write/new-file.js';
export { isInUse, patiently } from './write/patiently.js';
export { type Replacement, replaceFile, syncFolder } from './write/replace-file.js';
export { appendEntry, SessionWriter } from './write/session-writer.js';
export { FileSink, type Sink, writeFully } from './write/sink.js';
export { sleep } from './write/sleep.js';
