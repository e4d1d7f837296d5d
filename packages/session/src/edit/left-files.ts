import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileStamp, isSameStamp, stampOf } from '../write/file-stamp.js';

/**
 * How an edit or an undo of ours left a transcript behind. While it is still so, nobody has written to it since: that it
 * is new is our own doing.
 */
export interface LeftFile extends FileStamp {
  file: string;
}

/** Of files and folders. `sizes` says how long some are: one of another length somebody has got hold of already. */
export function leftFiles(paths: readonly string[], sizes: ReadonlyMap<string, number> = new Map()): LeftFile[] {
  return paths.flatMap(transcriptsAt).flatMap((file) => {
    const stamp = stampOf(file);
    return stamp && (sizes.get(file) ?? stamp.size) === stamp.size ? [{ file, ...stamp }] : [];
  });
}

/** Whether a file is still as it was left. */
export function isLeftSo(left: readonly LeftFile[], file: string, stamp: FileStamp): boolean {
  return left.some((each) => each.file === file && isSameStamp(each, stamp));
}

/** One that somebody has written to since. One that is gone has nothing to lose. */
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
