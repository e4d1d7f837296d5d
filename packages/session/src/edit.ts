/** Editing sessions: plan an edit, rehearse it, do it, undo it. */

// Planning: what to edit, and one function for each kind of edit.

export { type CompressOptions, pastToCompress, planCompress } from './edit/compress/compress.js';
export { planCut } from './edit/cut.js';
export { type EditSource, editSourceOf } from './edit/edit-source.js';
export type { FamilyChange } from './edit/family-change.js';
export { planFork } from './edit/fork.js';
export { addChange, draftPlan, type EditPlan, isEmptyPlan } from './edit/plan.js';
export { planRedact } from './edit/redact.js';
export { type FamilyRedaction, planFamilyRedaction, type SecretCleaner } from './edit/redact-family.js';
export { type Finding, kindTitles, type RepairKind, repairKinds } from './edit/repair/finding.js';
export { planRepair, type Repair } from './edit/repair/repair.js';
export { planStrip, type StripOptions, stripPresets } from './edit/strip.js';
export { type CompactedItem, type Compaction, compactionsOf } from './edit/uncompact/compactions.js';
export { ITEM_KINDS, type ItemKind } from './edit/uncompact/find-items.js';
export { planInject } from './edit/uncompact/inject.js';
export { withoutUnsignedThinking } from './edit/unsigned-thinking.js';

// Doing: rehearse, perform, undo.

export { Journal, type Undone } from './edit/journal.js';
export type { DamagedEntry } from './edit/journal-damage.js';
export type { JournalEntry } from './edit/journal-entry.js';
export { type MadeSession, madeSessions } from './edit/made-sessions.js';
export { type Made, makeSession } from './edit/new-session.js';
export type { NewSessionRequest } from './edit/new-session-request.js';
export { NOT_COUNTED, type Outcome } from './edit/outcome.js';
export { type EditDone, type EditOrder, performEdit, rehearseEdit } from './edit/perform-edit.js';
export { isJustWritten, sessionsOfEdit, whyLive } from './edit/why-live.js';

// Moving sessions to another folder.

export { applyMove, type Moved, type MoveOptions, type MoveOutcome, rehearseMove } from './edit/move/move.js';
export { countOfMoved, movedSessions } from './edit/move/moved-sessions.js';
export { isRoot } from './edit/move/path-rules.js';
export { type MovePlan, planMove, startFolderOf } from './edit/move/plan-move.js';

// Packing a session for another machine, and taking one in.

export { isBinaryFile } from './edit/binary-file.js';
export { type Arrived, type Arriving, arrive } from './edit/pack/arrive.js';
export { isPackedName, type PackManifest } from './edit/pack/manifest.js';
export { type FileToPack, filesToPack, manifestOf, packFiles } from './edit/pack/pack.js';
export { redactFile, redactLine, UnsearchedLine } from './edit/pack/redact-file.js';
export { arrivalOf, layOut } from './edit/pack/restore.js';
export { takeIn } from './edit/pack/take-in.js';
export { ArchiveError } from './edit/pack/tar.js';
export { unpackTo } from './edit/pack/unpack.js';

// Renaming.

export { cleanTitle, MAX_TITLE, type Renamed, type RenameOrder, renameSession } from './edit/rename.js';
export { writeTitleFile } from './edit/title-line.js';

// Comparing two sessions.

export { diffSessions, type PartDiff, type SessionDiff, type TurnDiff } from './edit/diff/diff.js';

// Parts for callers that edit in their own way.

export { closePlan } from './edit/closure.js';
export { extract } from './edit/compress/extract.js';
export { modelBatches, shortenedIn } from './edit/compress/model-batches.js';
export type { TurnToCompress } from './edit/compress/turns-to-compress.js';
export { copyIdOf } from './edit/copy-id.js';
export { charactersIn, estimateContext, estimateTokens } from './edit/estimate.js';
export { sideFilesOf } from './edit/family-drafts.js';
export { hashOf } from './edit/journal-entry.js';
export { keepBranch } from './edit/keep-branch.js';
export { lineOf } from './edit/patch-line.js';
export { writeEdit } from './edit/write-edit.js';
