import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileName } from './path.js';
import type { PersistedOutput } from './persisted-output.js';

/** Where a long output is, or why it is missing or must not be read. */
export type ToolResultFile =
  | { kind: 'found'; file: string; size: number }
  | { kind: 'missing'; file: string }
  /** Reading it could expose a file that does not belong to the session. */
  | { kind: 'refused'; reason: string };

/**
 * Returns the file of an offloaded output. A session can come from a stranger and name any path, so only the name is
 * taken from the record, and only a plain file in the session's own `tool-results` folder is ever opened. `sessionFile`
 * is the main file or that of one of its sub-agents.
 */
export function resolveToolResult(sessionFile: string, output: PersistedOutput): ToolResultFile {
  const name = fileName(output.path);
  if (!isPlainName(name)) return { kind: 'refused', reason: `${JSON.stringify(name)} is not a file name` };
  const folder = toolResultsFolder(sessionFile);
  const file = join(folder, name);
  const stats = entryAt(file);
  if (!stats) return { kind: 'missing', file };
  if (!stats.isFile()) return { kind: 'refused', reason: `${file} is not a plain file` };
  // The session's folder may be reached through links, but nothing below it may be a link.
  const expected = join(realpathSync(dirname(dirname(folder))), basename(dirname(folder)), 'tool-results', name);
  if (realpathSync(file) !== expected) return { kind: 'refused', reason: `${folder} leads elsewhere` };
  return { kind: 'found', file, size: stats.size };
}

/** Reads part of an output from a file that `resolveToolResult` found. Shorter if the file ends earlier. */
export function readToolResult(file: string, range: { offset: number; length: number }): Uint8Array {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const fd = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${file} is no longer a plain file`);
    const length = Math.max(0, Math.min(range.length, stats.size - range.offset));
    const bytes = Buffer.alloc(length);
    let got = 0;
    while (got < length) {
      const count = readSync(fd, bytes, got, length - got, range.offset + got);
      if (count === 0) break;
      got += count;
    }
    return bytes.subarray(0, got);
  } finally {
    closeSync(fd);
  }
}

/** Returns `<project>/<sessionId>/tool-results`, also for the files of its sub-agents. */
export function toolResultsFolder(sessionFile: string): string {
  const file = resolve(sessionFile);
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const parent = dirname(folder);
    if (basename(folder) === 'subagents' && basename(file).startsWith('agent-')) return join(parent, 'tool-results');
  }
  return join(dirname(file), basename(file, '.jsonl'), 'tool-results');
}

/** Rejects paths upwards, NUL, and colons, which on Windows name another stream of a file. */
function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\0:]/.test(name);
}

function entryAt(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch {
    // Missing or forbidden: in both cases there is nothing to read.
    return undefined;
  }
}
