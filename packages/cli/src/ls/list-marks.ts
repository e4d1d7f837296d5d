import { configFolders, type SessionFile } from '@unspool/session';
import {
  archivedAt,
  archiveFolder,
  deletesInDays,
  type Label,
  type Labels,
  listArchives,
  NEAR_DAYS,
  newestOf,
  retentionDays,
} from '@unspool/store';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';

/** What a list says of a session beside what stands in it. */
export interface Marks extends Label {
  /** The archive has it as it is now. */
  isArchived: boolean;
  /** Days until the client deletes it; null for what is only in the archive. */
  deletesInDays: number | null;
}

/** Labels, and when sessions will be deleted, for many sessions. */
export class ListMarks {
  private readonly days;
  private readonly folder;
  /** Most sessions have no archive: they are told apart by one look at the folder. */
  private readonly archived;

  constructor(
    private readonly labels: Labels,
    private readonly io: Io,
  ) {
    this.days = configFolders(io.env, io.home).map((config) => ({ config, days: retentionDays(config) }));
    this.folder = archiveFolder(io);
    this.archived = new Set(listArchives(this.folder).map((archive) => archive.sessionId));
  }

  labelOf(sessionId: string): Label {
    return this.labels.get(sessionId) ?? { tags: [], isPinned: false };
  }

  of(session: SessionFile): Marks {
    const { file, sessionId, mtimeMs } = session;
    const days = this.days.find(({ config }) => file.startsWith(config.projects))?.days ?? Number.POSITIVE_INFINITY;
    return {
      ...this.labelOf(sessionId),
      isArchived: this.isArchived(session),
      deletesInDays: Number.isFinite(days) ? deletesInDays(mtimeMs, days, this.io.now) : null,
    };
  }

  private isArchived(session: SessionFile): boolean {
    if (session.hasUuidName && !this.archived.has(session.sessionId)) return false;
    return newestOf(session) <= (archivedAt(this.folder, session) ?? Number.NEGATIVE_INFINITY);
  }
}

/** One line about sessions that the client is about to delete; nothing when there are none. */
export function deletionWarning(marks: readonly Marks[]): string {
  const near = marks.filter((each) => each.deletesInDays !== null && each.deletesInDays <= NEAR_DAYS);
  if (near.length === 0) return '';
  const loose = near.filter((each) => !each.isArchived).length;
  const now = near.filter((each) => each.deletesInDays === 0).length;
  const soon = now > 0 ? `, ${now === near.length ? 'all' : now} of them the next time it starts` : '';
  const told = `The client will delete ${plural(near.length, 'session')} within ${NEAR_DAYS} days${soon}. `;
  return `${told}${loose > 0 ? `${loose} not archived yet; keep them with: unspool archive` : 'All are archived.'}\n`;
}
