import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { realPath } from '../locate/list-folder.js';
import { isObject, parse } from '../read/json.js';

export interface Holder {
  pid: number;
  command: string;
}

export interface RunningClient {
  pid: number;
  version: string | undefined;
}

/**
 * Returns the running clients that have a session open. Seen in 2.1.325: `sessions/<pid>.json` with `pid`, `sessionId`,
 * `version` and `procStart`, deleted when the client ends.
 */
export function clientsWith(sessionId: string, configFolder: string): RunningClient[] {
  const folder = join(configFolder, 'sessions');
  const clients: RunningClient[] = [];
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    if (!/^\d+\.json$/.test(name)) continue;
    const record = parse(attempt(() => readFileSync(join(folder, name), 'utf8')) ?? '');
    if (!isObject(record) || record['sessionId'] !== sessionId) continue;
    const { pid, version, procStart } = record;
    if (typeof pid !== 'number' || !isRunning(pid, procStart)) continue;
    clients.push({ pid, version: typeof version === 'string' ? version : undefined });
  }
  return clients;
}

/** Files that other processes have open, each with the ids of those processes. */
export type OpenFiles = ReadonlyMap<string, readonly number[]>;

/**
 * Returns other processes that have one of the files open. Pass `open`, from `listOpenFiles`, when checking many files.
 */
export function holdersOf(files: readonly string[], open?: OpenFiles): Holder[] {
  if (files.length === 0) return [];
  const listed = open ?? listOpenFiles();
  const pids = new Set(files.flatMap((file) => listed.get(realPath(file)) ?? []));
  return [...pids].map((pid) => ({
    pid,
    command: attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))?.trim() ?? 'a process',
  }));
}

/** Lists the files that other processes have open. Works only on Linux, and only for processes we may inspect. */
export function listOpenFiles(): OpenFiles {
  const open = new Map<string, number[]>();
  if (process.platform !== 'linux') return open;
  for (const name of attempt(() => readdirSync('/proc')) ?? []) {
    const pid = Number(name);
    if (!/^\d+$/.test(name) || pid === process.pid) continue;
    for (const file of filesOpenIn(`/proc/${name}/fd`)) open.set(file, [...(open.get(file) ?? []), pid]);
  }
  return open;
}

function filesOpenIn(folder: string): Set<string> {
  const files = new Set<string>();
  for (const fd of attempt(() => readdirSync(folder)) ?? []) {
    try {
      files.add(readlinkSync(`${folder}/${fd}`));
    } catch (error) {
      // If access to one of a process's files is denied, it is denied to all. A file that was closed meanwhile says
      // nothing about the others.
      if ((error as NodeJS.ErrnoException).code === 'EACCES') break;
    }
  }
  return files;
}

/**
 * Whether the process of a record is still running. A record can outlive its process, and another process can get the
 * same number: on Linux the start time decides.
 */
export function isRunning(pid: number, procStart?: unknown): boolean {
  const start = typeof procStart === 'string' && process.platform === 'linux' ? processStart(pid) : undefined;
  if (start !== undefined) return start === procStart;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns when a process started, in clock ticks: field 22 of its stat. The name before it may contain spaces and
 * brackets.
 */
export function processStart(pid: number): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Processes end and files vanish between two reads, and some may not be read. Returns undefined in that case. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
