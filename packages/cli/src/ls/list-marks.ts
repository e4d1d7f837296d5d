import { basename, sep } from 'node:path';
import { type ConfigFolder, configFolders, type ListFacts, type SessionFile } from '@unspool/session';
import { type ClientArchive, clientArchiveOf } from '@unspool/session/locate';
import {
  archivedAt,
  archiveFolder,
  deletesInDays,
  type Label,
  type Labels,
  listArchives,
  NEAR_DAYS,
  newestOf,
  projectFoldersOf,
  retentionOf,
} from '@unspool/store';
import type { Io } from '../io.js';
import { madeByEdits } from '../session/made-by-edits.js';
import { plural } from '../terminal/numbers.js';

/** What a list shows about a session besides its content. */
export interface Marks extends Label {
  /** The archive has its current version. */
  isArchived: boolean;
  /** Who archived it in the client, and when; null if it was not archived there. */
  archivedInClient: ClientArchive | null;
  /** Days until the client deletes it; null if the client keeps it or it exists only in the archive. */
  deletesInDays: number | null;
  /** When an edit made it, in milliseconds; null for a session of the client. */
  madeAt: number | null;
  /** The id of the session that it is a copy of. */
  copyOf: string | null;
}

/** Labels, and when sessions will be deleted, for many sessions. */
export class ListMarks {
  private readonly retentions;
  private readonly folder;
  /** Most sessions have no archive: one listing of the folder shows which have one. */
  private readonly archived;
  private readonly made;

  constructor(
    private readonly labels: Labels,
    sessions: readonly SessionFile[],
    private readonly io: Io,
  ) {
    this.retentions = configFolders(io.env, io.home).map((config) => {
      const own = sessions.filter(({ file }) => isIn(config, file));
      return { config, retention: retentionOf(config, projectFoldersOf(own)) };
    });
    this.made = madeByEdits(io);
    this.folder = archiveFolder(io);
    this.archived = new Set(listArchives(this.folder).map((archive) => archive.sessionId));
  }

  labelOf(sessionId: string): Label {
    return this.labels.get(sessionId) ?? { tags: [], isPinned: false };
  }

  of(session: SessionFile, facts: Pick<ListFacts, 'isOfDesktop'>): Marks {
    const { isOfDesktop } = facts;
    const known = this.retentions.find(({ config }) => isIn(config, session.file));
    const made = this.made.get(session.file);
    return {
      ...this.labelOf(session.sessionId),
      isArchived: this.isArchived(session),
      archivedInClient: clientArchiveOf(session.file) ?? null,
      deletesInDays: known ? deletesInDays({ ...session, isOfDesktop }, known.retention, this.io.now) : null,
      madeAt: made?.at ?? null,
      copyOf: made?.from === undefined ? null : basename(made.from, '.jsonl'),
    };
  }

  private isArchived(session: SessionFile): boolean {
    if (session.hasUuidName && !this.archived.has(session.sessionId)) return false;
    return newestOf(session) <= (archivedAt(this.folder, session) ?? Number.NEGATIVE_INFINITY);
  }
}

function isIn({ projects }: ConfigFolder, file: string): boolean {
  return file.startsWith(projects + sep);
}

/** One line about sessions that the client deletes soon and that are not archived; empty if there are none. */
export function deletionWarning(marks: readonly Marks[]): string {
  const near = marks.filter(
    (each) =>
      each.deletesInDays !== null && each.deletesInDays <= NEAR_DAYS && !each.isArchived && !each.archivedInClient,
  );
  if (near.length === 0) return '';
  const now = near.filter((each) => each.deletesInDays === 0).length;
  const soon = now > 0 ? `, ${now} of them at any time` : '';
  const many = plural(near.length, 'session');
  const what =
    now === near.length ? `may delete ${many} at any time` : `will delete ${many} within ${NEAR_DAYS} days${soon}`;
  return `Claude Code ${what}. Keep ${near.length === 1 ? 'it' : 'them'} with: unspool archive\n`;
}
