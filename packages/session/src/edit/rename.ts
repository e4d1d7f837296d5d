import { randomUUID } from 'node:crypto';
import { chmodSync, constants, copyFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkFile } from '../check.js';
import type { Entry } from '../format/entry.js';
import { openSession } from '../model/open-session.js';
import { titleOf } from '../model/title.js';
import { stampOf } from '../write/file-stamp.js';
import { appendEntry } from '../write/session-writer.js';
import type { EditSource } from './edit-source.js';
import type { FileDraft } from './file-changes.js';
import type { Journal } from './journal.js';
import { titleLine, writeTitleFile } from './title-line.js';

/** The parameters of `renameSession`. */
export interface RenameOrder {
  source: EditSource;
  /** The title, as returned by `cleanTitle`. */
  title: string;
  journal: Journal;
  /** Milliseconds. */
  now: number;
  /** Throws when the session is live. */
  refuseLive: (file: string) => void;
}

/** Whether a session was renamed. */
export type Renamed = { kind: 'renamed'; undo: string } | { kind: 'unchanged' } | { kind: 'unreadable' };

/** The most characters a title may have. */
export const MAX_TITLE = 500;

/** Returns a title on one line without control characters; undefined if it is empty or too long. */
export function cleanTitle(text: string): string | undefined {
  const title = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  return title !== '' && title.length <= MAX_TITLE ? title : undefined;
}

/**
 * Sets the title that the client shows, by appending the line that the client's own /rename writes. The line is
 * appended to a copy, which then replaces the session; the original is kept for undo. Does nothing if the session
 * already has that title.
 */
export function renameSession({ source, title, journal, now, refuseLive }: RenameOrder): Renamed {
  const { file, session, family } = source;
  if (hasTitle(source, title)) return { kind: 'unchanged' };
  const drafts: (FileDraft & { draft: string })[] = [];
  const draft = (of: string, write: (path: string) => void) => {
    const path = join(dirname(of), `.unspool-${randomUUID()}.tmp`);
    const expected = stampOf(of);
    drafts.push({ file: of, draft: path, ...(expected && { expected }) });
    write(path);
    if (existsSync(of)) chmodSync(path, statSync(of).mode & 0o7777);
    return path;
  };
  refuseLive(file);
  try {
    const renamed = draft(file, (path) => {
      copyFileSync(file, path, constants.COPYFILE_FICLONE);
      // The copy of a read-only file is read-only too. It gets the same permissions at the end.
      chmodSync(path, 0o600);
      for (const entry of linesFor(source, title)) appendEntry(path, entry);
    });
    if (!isTitled(renamed, session.sessionId, title)) return { kind: 'unreadable' };
    // The newest clients also keep the title in a file. If it exists, it must agree.
    if (family.customTitleFile !== undefined) {
      draft(family.customTitleFile, (path) => writeTitleFile(path, title));
    }
    refuseLive(file);
    const facts = { at: new Date(now).toISOString(), what: `rename to ${title.slice(0, 60)}`, file };
    return { kind: 'renamed', undo: journal.change(facts, { drafts, folders: [] }).id };
  } finally {
    for (const each of drafts) rmSync(each.draft, { force: true });
  }
}

/** Whether the session has that title in every place that stores one. */
function hasTitle({ session, family: { customTitleFile } }: EditSource, title: string): boolean {
  if (titleOf(session).text !== title) return false;
  if (customTitleFile === undefined) return true;
  try {
    return JSON.parse(readFileSync(customTitleFile, 'utf8'))?.customTitle === title;
  } catch {
    return false;
  }
}

/** Clients that name their agents write that name again with the title. */
function linesFor({ session }: EditSource, title: string): Entry[] {
  const { sessionId, nodes } = session;
  const lines = [titleLine(title, sessionId)];
  if (nodes.some((node) => node.type === 'agent-name')) {
    lines.push({ type: 'agent-name', agentName: title, sessionId } as Entry);
  }
  return lines;
}

function isTitled(path: string, sessionId: string, title: string): boolean {
  return checkFile(path, { sessionId }).roundTrip && titleOf(openSession(path, { sessionId })).text === title;
}
