import { readFileSync } from 'node:fs';
import type { Session } from '../model/session.js';
import type { EditPlan } from './plan.js';

/** What an edit does to the other files of a session. */
export interface FamilyChange {
  /** The plan for a sub-agent's lines. */
  planLines(file: string, session: Session): EditPlan;
  /** The new text of a side file; the same string when nothing changes. */
  changeText(text: string, file: string): string;
}

/** Returns a side file's bytes after a change. A binary file stays unchanged. */
export function changedBytes(file: string, change: FamilyChange | undefined): Buffer {
  const bytes = readFileSync(file);
  if (!change) return bytes;
  const text = textOf(bytes);
  if (text === undefined) return bytes;
  const changed = change.changeText(text, file);
  return changed === text ? bytes : Buffer.from(changed);
}

export function isTouchedBy(change: FamilyChange, file: string): boolean {
  return !changedBytes(file, change).equals(changedBytes(file, undefined));
}

/** Whether a side file is binary. It cannot be searched and is kept unchanged. */
export function isBinary(file: string): boolean {
  return textOf(readFileSync(file)) === undefined;
}

function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\0') || text.includes('\ufffd') ? undefined : text;
}
