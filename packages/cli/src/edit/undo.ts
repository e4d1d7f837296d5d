import { type JournalEntry, sessionsOfEdit } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { UserError } from '../user-error.js';
import { journalOf, refuseLive } from './source.js';

export interface UndoOptions {
  list?: boolean;
  json?: boolean;
}

/** Takes back the last edit, or the one named. */
export function undo(id: string | undefined, options: UndoOptions, io: Io): number {
  const journal = journalOf(io);
  const entries = journal.list();
  if (options.list) return list(entries, options, io);
  const entry = id === undefined ? entries.find((each) => !each.isUndone) : entries.find((each) => each.id === id);
  if (!entry) {
    const message = id === undefined ? 'There is nothing to undo.' : `There is no edit ${id}.`;
    throw new UserError(message, { hint: 'See all edits with: unspool undo --list' });
  }
  for (const file of sessionsOfEdit(entry)) refuseLive(file, io, '');
  const undone = writing(() => journal.undo(entry));
  if (undone.kind === 'refused') {
    throw new UserError(`"${entry.what}" was not undone.`, {
      why: undone.reason,
      hint: 'Take back another edit with: unspool undo ID; see them with: unspool undo --list',
    });
  }
  if (options.json) io.out(`${JSON.stringify(undone.entry, null, 2)}\n`);
  else io.out(`Undone: ${safeLine(entry.what)}\n  ${safeLine(whatIs(entry))}\n`);
  for (const note of undone.notes ?? []) io.err(`  ${safeLine(note)}\n`);
  return 0;
}

function whatIs({ kind, file, changes }: JournalEntry): string {
  if (kind === 'changed')
    return changes?.length === 1 ? '1 file is what it was' : `${changes?.length ?? 0} files are what they were`;
  return `${file} ${kind === 'created' ? 'is gone' : 'is what it was'}`;
}

function stateOf({ kind, isUndone, changes = [] }: JournalEntry): string {
  if (isUndone) return 'undone';
  if (kind === 'created') return 'new session';
  // Where a project moved, some files are new and some are gone.
  return kind === 'replaced' || changes.every((each) => each.before && each.after) ? 'in place' : 'moved';
}

function list(entries: readonly JournalEntry[], options: UndoOptions, io: Io): number {
  if (options.json) {
    io.out(`${JSON.stringify(entries, null, 2)}\n`);
    return 0;
  }
  if (entries.length === 0) io.err('No edits yet.\n');
  const rows = entries.map((entry) => [
    entry.id,
    safeLine(entry.what),
    when(Date.parse(entry.at), io.now),
    stateOf(entry),
    entry.file,
  ]);
  const columns = [
    { head: 'id' },
    { head: 'edit' },
    { head: 'when' },
    { head: 'state' },
    { head: 'file', isFlexible: true },
  ];
  if (rows.length > 0) io.out(table(columns, rows, io.columns));
  return 0;
}
