import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Family } from '../locate/family.js';
import { openSession } from '../model/open-session.js';
import { type FileStamp, stampOf } from '../write/file-stamp.js';
import { writeNewFile } from '../write/new-file.js';
import { isDraftName } from '../write/old-drafts.js';
import type { Sink } from '../write/sink.js';
import { changedBytes, type FamilyChange, isTouchedBy } from './family-change.js';
import type { FileDraft } from './file-changes.js';
import { isEmptyPlan } from './plan.js';
import { writeEdit } from './write-edit.js';

export interface FamilyDraftRequest {
  file: string;
  family: Family;
  /** The main file's stamp before it was read. */
  stamp?: FileStamp | undefined;
  /** The new main file, already written. */
  draft: string;
  change: FamilyChange;
}

/** Returns drafts of the main file and of every other file that a change touches, each next to its file. */
export function draftFamily({ file, family, stamp, draft, change }: FamilyDraftRequest): FileDraft[] {
  const drafts: FileDraft[] = [draftOf(file, draft, stamp ?? stampOf(file))];
  try {
    for (const agent of family.agents) {
      const { file } = agent;
      const before = stampOf(file);
      const session = openSession(file);
      const plan = change.planLines(file, session);
      if (isEmptyPlan(plan)) continue;
      drafts.push(newDraft(file, before, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink)));
    }
    for (const side of sideFilesOf(family)) {
      const before = stampOf(side);
      if (!isTouchedBy(change, side)) continue;
      drafts.push(newDraft(side, before, (sink) => sink.write(changedBytes(side, change))));
    }
    return drafts;
  } catch (error) {
    for (const each of drafts) if (each.draft !== undefined) rmSync(each.draft, { force: true });
    throw error;
  }
}

/** Writes every changed file of a family into a folder and reads it back. Throws if that fails. */
export function rehearseFamily(family: Family, change: FamilyChange, folder: string): void {
  for (const { file } of family.agents) {
    const session = openSession(file);
    const draft = join(folder, `${randomUUID()}.jsonl`);
    const plan = change.planLines(file, session);
    writeNewFile(draft, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
    const made = openSession(draft);
    if (made.lines.skipped > session.lines.skipped) throw new Error(`${file} could no longer be read`);
    rmSync(draft);
  }
  for (const file of sideFilesOf(family)) changedBytes(file, change);
}

/**
 * Returns the text files of a session other than transcripts. Excludes file history, because a rewind copies it into
 * the user's files.
 */
export function sideFilesOf(family: Family): string[] {
  return [
    ...family.agents.flatMap((agent) => agent.metaFile ?? []),
    ...family.toolResults.map((result) => result.file),
    ...(family.customTitleFile === undefined ? [] : [family.customTitleFile]),
    ...[family.memory ?? [], ...family.others].flat().flatMap(filesBelow),
    ...family.todos,
  ];
}

/** Does not follow links: a session may come from a stranger. */
function filesBelow(path: string): string[] {
  const stats = lstatSync(path);
  if (stats.isFile()) return isDraftName(basename(path)) ? [] : [path];
  return stats.isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [];
}

function newDraft(file: string, before: FileStamp | undefined, write: (sink: Sink) => void): FileDraft {
  const draft = join(dirname(file), `.unspool-${randomUUID()}.tmp`);
  writeNewFile(draft, write);
  return draftOf(file, draft, before);
}

function draftOf(file: string, draft: string, expected: FileStamp | undefined): FileDraft {
  chmodSync(draft, statSync(file).mode & 0o7777);
  return { file, draft, ...(expected && { expected }) };
}
