import type { ConfigFolder } from '../../locate/config-folders.js';
import type { Journal } from '../journal.js';
import type { JournalEntry } from '../journal-entry.js';
import { install, planInstall } from './install.js';

export interface TakeIn {
  /** An unpacked session, arranged as a config folder of its own, and its main file. */
  staged: string;
  main: string;
  config: ConfigFolder;
  journal: Journal;
  /** Earlier runs that were stopped: this one finishes their work. */
  stopped: readonly JournalEntry[];
}

/**
 * Copies a session into a config folder. It is recorded before the first file is written: if it is killed at any point,
 * undo or the next run knows what it left. `left`: files that already existed and were left alone.
 */
export function takeIn(
  { journal, stopped, ...arriving }: TakeIn,
  edit: Pick<JournalEntry, 'at' | 'what'>,
): { entry: JournalEntry; left: string[] } {
  const plan = planInstall({ ...arriving, stopped });
  const { file, created, drafts, left } = plan;
  const begun = journal.creating({ ...edit, file, created: [...created, ...drafts], main: arriving.main });
  try {
    install(plan);
  } catch (error) {
    journal.drop(begun);
    throw error;
  }
  const entry = journal.finish(begun, created);
  for (const each of stopped) journal.drop(each);
  return { entry, left };
}
