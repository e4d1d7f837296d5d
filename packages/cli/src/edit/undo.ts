import { type DamagedEntry, type Journal, type JournalEntry, sessionsOfEdit } from '@unspool/session/edit';
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

/** Undoes the last edit, or the one named. */
export function undo(id: string | undefined, options: UndoOptions, io: Io): number {
  const journal = journalOf(io);
  if (options.list) return list(journal, options, io);
  const entry = entryFor(id, journal);
  for (const file of sessionsOfEdit(entry)) refuseLive(file, io, '');
  const undone = writing(() => journal.undo(entry));
  if (undone.kind === 'refused') {
    throw new UserError(`"${entry.what}" was not undone.`, {
      why: `${safeLine(undone.reason)}.\n  Nothing was changed.`,
      hint: 'To undo another edit: unspool undo ID. To list them: unspool undo --list',
    });
  }
  if (options.json) io.out(`${JSON.stringify(undone.entry, null, 2)}\n`);
  else io.out(`Undone: ${safeLine(entry.what)}\n  ${safeLine(whatIs(entry))}\n`);
  for (const note of undone.notes ?? []) io.err(`  ${safeLine(note)}\n`);
  return 0;
}

/** The edit to undo. If its record is damaged, that is an error: an older edit must not be undone in its place. */
function entryFor(id: string | undefined, journal: Journal): JournalEntry {
  const entries = journal.list();
  const damaged = journal.damaged();
  const entry = id === undefined ? entries.find((each) => !each.isUndone) : entries.find((each) => each.id === id);
  const inTheWay = damaged.find((each) =>
    id === undefined ? !entry || (each.kind === 'unreadable' && each.id > entry.id) : each.id === id,
  );
  if (inTheWay) throw damagedEdit(inTheWay);
  if (entry) return entry;
  const message = id === undefined ? 'There is nothing to undo.' : `There is no edit ${safeLine(id)}.`;
  throw new UserError(message, { hint: 'See all edits with: unspool undo --list' });
}

function damagedEdit(damaged: DamagedEntry): UserError {
  return new UserError(damageLine(damaged), {
    why: 'Nothing was changed.',
    hint: `${whatToDo(damaged)}\n  To undo another edit: unspool undo ID. To list them: unspool undo --list`,
  });
}

function damageLine({ id, problem }: DamagedEntry): string {
  return `The record of edit ${safeLine(id)} is damaged: ${safeLine(problem)}.`;
}

function whatToDo({ folder }: DamagedEntry): string {
  return `Restore ${safeLine(folder)} from a backup, or delete that folder if you do not need to undo the edit.`;
}

function whatIs({ kind, file, changes }: JournalEntry): string {
  if (kind === 'changed') return changes?.length === 1 ? '1 file restored' : `${changes?.length ?? 0} files restored`;
  return `${file} ${kind === 'created' ? 'removed' : 'restored'}`;
}

function stateOf({ kind, isUndone, isUnfinished, changes = [] }: JournalEntry): string {
  if (isUndone) return 'undone';
  if (isUnfinished) return 'stopped';
  if (kind === 'created') return 'new session';
  // After a move, some files are new and some were removed.
  return kind === 'replaced' || changes.every((each) => each.before && each.after) ? 'in place' : 'moved';
}

/** Exits with 1 when the record of an edit is damaged. */
function list(journal: Journal, options: UndoOptions, io: Io): number {
  const entries = journal.list();
  const damaged = journal.damaged();
  if (options.json) io.out(`${JSON.stringify(entries, null, 2)}\n`);
  else printEntries(entries, io);
  if (!options.json && entries.length + damaged.length === 0) io.err('No edits yet.\n');
  for (const each of damaged) io.err(`${damageLine(each)}\n  ${whatToDo(each)}\n`);
  return damaged.some(({ kind }) => kind === 'unreadable') ? 1 : 0;
}

function printEntries(entries: readonly JournalEntry[], io: Io): void {
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
}
