import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parse } from '../line/json.js';
import { realPath } from '../locate/look.js';

export interface Holder {
  pid: number;
  command: string;
}

export interface RunningClient {
  pid: number;
  version: string | undefined;
}

/**
 * The running clients that have a session open. Seen in 2.1.325: `sessions/<pid>.json` with `pid`, `sessionId`,
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

/** Other processes that hold one of the files open. Linux tells, of the processes we may look at; other systems do not. */
export function holdersOf(files: readonly string[]): Holder[] {
  if (process.platform !== 'linux' || files.length === 0) return [];
  const targets = new Set(files.map(realPath));
  const holders: Holder[] = [];
  for (const name of attempt(() => readdirSync('/proc')) ?? []) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    if (!hasOpen(`/proc/${name}/fd`, targets)) continue;
    const command = attempt(() => readFileSync(`/proc/${name}/comm`, 'utf8'))?.trim() ?? 'a process';
    holders.push({ pid: Number(name), command });
  }
  return holders;
}

function hasOpen(folder: string, targets: ReadonlySet<string>): boolean {
  for (const fd of attempt(() => readdirSync(folder)) ?? []) {
    try {
      if (targets.has(readlinkSync(`${folder}/${fd}`))) return true;
    } catch (error) {
      // What one of a process's files refuses, all do; one that was closed meanwhile says nothing of the others.
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    }
  }
  return false;
}

/** A record can outlive its process, and another process can get the number: on Linux the start time tells. */
export function isRunning(pid: number, procStart?: unknown): boolean {
  const start = typeof procStart === 'string' && process.platform === 'linux' ? processStart(pid) : undefined;
  if (start !== undefined) return start === procStart;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process in clock ticks: field 22 of its stat. The name before it may hold spaces and brackets. */
export function processStart(pid: number): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Processes end and files vanish between two looks at them, and some may not be looked at: no answer, no failure. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
