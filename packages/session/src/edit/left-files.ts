import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileStamp, isSameStamp, stampOf } from '../write/file-stamp.js';

/**
 * A transcript as one of our edits or undos left it. While it is unchanged, nothing else has written to it: it looks
 * recently written only because of us.
 */
export interface LeftFile extends FileStamp {
  file: string;
}

/**
 * Returns the transcripts at these paths. Leaves out those whose size differs from the one in `sizes`: something has
 * already written to them.
 */
export function leftFiles(paths: readonly string[], sizes: ReadonlyMap<string, number> = new Map()): LeftFile[] {
  return paths.flatMap(transcriptsAt).flatMap((file) => {
    const stamp = stampOf(file);
    return stamp && (sizes.get(file) ?? stamp.size) === stamp.size ? [{ file, ...stamp }] : [];
  });
}

/** Returns a session that another client keeps in a file of another kind. */
export function leftSession(file: string): LeftFile[] {
  const stamp = file.endsWith('.jsonl') ? undefined : stampOf(file);
  return stamp ? [{ file, ...stamp }] : [];
}

/** Whether a file is still as we left it. */
export function isAsLeft(left: readonly LeftFile[], file: string, stamp: FileStamp): boolean {
  return left.some((each) => each.file === file && isSameStamp(each, stamp));
}

/** Returns a file that was written to since. A missing file does not count: undo cannot lose it. */
export function changedSince(left: readonly LeftFile[]): string | undefined {
  return left.find((each) => {
    const stamp = stampOf(each.file);
    return stamp && !isSameStamp(each, stamp);
  })?.file;
}

function transcriptsAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path.endsWith('.jsonl') ? [path] : [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(path, name));
}
