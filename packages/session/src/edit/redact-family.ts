import type { Entry } from '../format/entry.js';
import { openSession } from '../model/open-session.js';
import { parse } from '../read/json.js';
import { readLines } from '../read/read-lines.js';
import type { EditSource } from './edit-source.js';
import { type FamilyChange, isBinary, isTouchedBy } from './family-change.js';
import { sideFilesOf } from './family-drafts.js';
import { type LongLine, longLinesOf } from './long-lines.js';
import { type EditPlan, isEmptyPlan } from './plan.js';
import { planRedact } from './redact.js';

/** Replaces secrets. What counts as one, and what replaces it, is up to the caller. */
export interface SecretCleaner {
  text(text: string): string;
  /** Takes any JSON value; returns the same reference if it contains no secret. */
  value(value: unknown): unknown;
}

/** The plan that removes secrets from a session and everything that belongs to it. */
export interface FamilyRedaction {
  plan: EditPlan;
  /** The same for sub-agents and side files. */
  change: FamilyChange;
  /** Sub-agents and side files that contain secrets. */
  touched: string[];
  /** Binary files, such as pictures, which cannot be searched. */
  unread: string[];
  /** Lines that could not be searched, so the session cannot be called clean. */
  tooLong: LongLine[];
}

/**
 * Plans to remove secrets from a session and everything that belongs to it. Searches everything once, which also fills
 * the report.
 */
export function planFamilyRedaction(source: EditSource, cleaner: SecretCleaner): FamilyRedaction {
  const clean = (entry: Entry) => cleaner.value(entry) as Entry;
  const plan = planRedact(source.session, readLines(source.file), clean);
  const change: FamilyChange = {
    planLines: (file, session) => planRedact(session, readLines(file), clean),
    changeText: (text, file) => cleanFile(text, file, cleaner),
  };
  const unread = sideFilesOf(source.family).filter(isBinary);
  if (unread.length > 0) plan.notes.push(...unreadNotes(unread));
  const tooLong = longLinesOf(source.file, source.session, source.family);
  return { plan, change, touched: filesTouched(source, change), unread, tooLong };
}

function unreadNotes(unread: readonly string[]): string[] {
  const files = unread.length === 1 ? '1 file is binary' : `${unread.length} files are binary`;
  return [`${files} and cannot be searched for secrets; kept as they are:`, ...unread.map((file) => `  ${file}`)];
}

function filesTouched({ family }: EditSource, change: FamilyChange): string[] {
  const agents = family.agents
    .filter(({ file }) => !isEmptyPlan(change.planLines(file, openSession(file))))
    .map((agent) => agent.file);
  return [...agents, ...sideFilesOf(family).filter((file) => isTouchedBy(change, file))];
}

/** A JSON file stays JSON; everything else is text. */
function cleanFile(text: string, file: string, cleaner: SecretCleaner): string {
  const value = file.endsWith('.json') ? parse(text) : undefined;
  if (value === undefined) return cleaner.text(text);
  const clean = cleaner.value(value);
  return clean === value ? text : JSON.stringify(clean);
}
