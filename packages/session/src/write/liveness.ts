import { basename, dirname } from 'node:path';
import { statOf } from '../locate/list-folder.js';
import { clientsWith, type Holder, holdersOf, type OpenFiles, type RunningClient } from './holders.js';

/** Facts about the processes that use a session's files. */
export interface LivenessFacts {
  file: string;
  /** Undefined when there is no such file. */
  mtimeMs: number | undefined;
  /** Running clients that report having this session open. */
  clients: RunningClient[];
  /** Running processes that have the file open. */
  holders: Holder[];
}

export interface Liveness {
  isLive: boolean;
  /** Why it must not be changed now, for the user. */
  reasons: string[];
}

export interface LivenessOptions {
  /** Milliseconds, as `Date.now`. */
  now: number;
  /** How long a file must have been unchanged. A minute by default. */
  quietMs?: number;
  /** The result of a recent `listOpenFiles`, for callers that check many sessions. By default it is listed again. */
  openFiles?: OpenFiles;
}

/**
 * Whether a client may be writing a session. The newest clients register the sessions they have open. Older ones do
 * not, and keep no file open between two lines: for those only the time of the last write counts.
 */
export function livenessOf(file: string, options: LivenessOptions): Liveness {
  return judgeLiveness(readLivenessFacts(file, options.openFiles), options);
}

export function judgeLiveness(facts: LivenessFacts, { now, quietMs = 60_000 }: LivenessOptions): Liveness {
  const name = basename(facts.file);
  const reasons = [
    ...facts.clients.map(({ pid, version }) => `Claude Code ${version ?? ''} (process ${pid}) has the session open`),
    ...facts.holders.map(({ pid, command }) => `${command} (process ${pid}) has ${name} open`),
  ];
  // A time in the future, from another machine's clock, also counts as recent.
  const age = facts.mtimeMs === undefined ? Number.POSITIVE_INFINITY : now - facts.mtimeMs;
  if (age < quietMs) reasons.push(`${name} ${writtenWhen(facts.mtimeMs ?? now, now)}`);
  return { isLive: reasons.length > 0, reasons };
}

/** Clocks differ by seconds. */
const CLOCKS_MS = 60_000;

/** Returns "was written 5 s ago". A time far in the future stays so until the user corrects it. */
export function writtenWhen(mtimeMs: number, now: number, verb = 'was written'): string {
  if (mtimeMs - now <= CLOCKS_MS) return `${verb} ${Math.max(0, Math.round((now - mtimeMs) / 1000))} s ago`;
  const time = new Date(mtimeMs).toISOString();
  return `${verb} in the future, at ${time}; if it is not in use, correct its time (touch FILE)`;
}

export function readLivenessFacts(file: string, openFiles?: OpenFiles): LivenessFacts {
  const projects = dirname(dirname(file));
  const isInConfig = basename(projects) === 'projects';
  return {
    file,
    mtimeMs: statOf(file)?.mtimeMs,
    clients: isInConfig ? clientsWith(basename(file, '.jsonl'), dirname(projects)) : [],
    holders: holdersOf([file], openFiles),
  };
}
