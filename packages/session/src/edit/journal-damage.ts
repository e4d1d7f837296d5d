import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parse } from '../read/json.js';
import type { JournalEntry } from './journal-entry.js';

export const ENTRY = 'entry.json';

/** An edit in the journal whose record cannot be used. */
export interface DamagedEntry {
  id: string;
  /** What the journal keeps of the edit. */
  folder: string;
  /** `unfinished`: it has no record. Most often the edit was killed before it changed anything. */
  kind: 'unreadable' | 'unfinished';
  /** What is wrong, phrased as part of a sentence. */
  problem: string;
}

/** Reads one edit. Returns undefined if there is nothing to undo and nothing was kept. */
export function readEntry(journal: string, id: string): JournalEntry | DamagedEntry | undefined {
  const folder = join(journal, id);
  const file = join(folder, ENTRY);
  const damaged = (problem: string): DamagedEntry => ({ id, folder, kind: 'unreadable', problem });
  if (!existsSync(file)) return unfinished(folder, id);
  // Reading a pipe would wait for its other end forever.
  if (!statSync(file).isFile()) return damaged(`${ENTRY} is not a file`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return damaged(`${ENTRY} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const value = parse(text);
  if (!isObject(value)) return damaged(`${ENTRY} is not JSON`);
  const member = wrongMember(value);
  if (member !== undefined) return damaged(`"${member}" in ${ENTRY} is missing or wrong`);
  if (value['id'] !== id) return damaged(`${ENTRY} belongs to another edit`);
  return value as unknown as JournalEntry;
}

export function isDamaged(entry: JournalEntry | DamagedEntry): entry is DamagedEntry {
  return 'problem' in entry;
}

function unfinished(folder: string, id: string): DamagedEntry | undefined {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() || readdirSync(folder).length === 0)
    return undefined;
  const problem = `it has no ${ENTRY}: the edit was stopped before it changed anything, or the file was deleted`;
  return { id, folder, kind: 'unfinished', problem };
}

const KINDS = new Set<unknown>(['created', 'replaced', 'changed']);

/** Returns the first missing or wrong member without which undo would fail halfway or touch the wrong file. */
function wrongMember(value: Record<string, unknown>): string | undefined {
  for (const name of ['id', 'at', 'what', 'file', 'sha256']) if (typeof value[name] !== 'string') return name;
  if (!KINDS.has(value['kind'])) return 'kind';
  if (!isListOf(value['created'], (each) => typeof each === 'string')) return 'created';
  if (typeof value['isUndone'] !== 'boolean') return 'isUndone';
  if (!['undefined', 'boolean'].includes(typeof value['isUnfinished'])) return 'isUnfinished';
  if (!['undefined', 'string'].includes(typeof value['originalSha256'])) return 'originalSha256';
  if (value['left'] !== undefined && !isListOf(value['left'], isFileRecord)) return 'left';
  const hasChanges = value['changes'] !== undefined || value['kind'] === 'changed';
  if (!['undefined', 'string'].includes(typeof value['from'])) return 'from';
  return hasChanges && !isListOf(value['changes'], isChange) ? 'changes' : undefined;
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isFileRecord(value: unknown): boolean {
  return isObject(value) && typeof value['file'] === 'string';
}

function isChange(value: unknown): boolean {
  if (!isObject(value) || typeof value['file'] !== 'string') return false;
  const { before, after } = value;
  const isKept = (facts: unknown) => isFacts(facts) && /^file-\d+$/.test(String(facts['kept']));
  return (before === undefined || isKept(before)) && (after === undefined || isFacts(after));
}

function isFacts(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof value['sha256'] === 'string' && typeof value['size'] === 'number';
}
