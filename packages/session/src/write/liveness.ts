import { basename, dirname } from 'node:path';
import { statOf } from '../locate/look.js';
import { clientsWith, type Holder, holdersOf, type OpenFiles, type RunningClient } from './holders.js';

/** What is known about who uses a session's files. */
export interface LivenessFacts {
  file: string;
  /** Undefined when there is no such file. */
  mtimeMs: number | undefined;
  /** Running clients that say they have this session open. */
  clients: RunningClient[];
  /** Running processes that hold the file open. */
  holders: Holder[];
}

export interface Liveness {
  isLive: boolean;
  /** For a person: why it must not be changed now. */
  reasons: string[];
}

export interface LivenessOptions {
  /** Milliseconds, as `Date.now`. */
  now: number;
  /** How long a file must have been quiet. A minute unless said otherwise. */
  quietMs?: number;
  /** For who asks of many sessions: what `listOpenFiles` gave a moment ago. It is listed anew unless given. */
  openFiles?: OpenFiles;
}

/**
 * Whether a client may be writing a session. The newest clients register what they have open. Older ones do not, and
 * hold no file open between two lines: for those only the time of the last write counts.
 */
export function livenessOf(file: string, options: LivenessOptions): Liveness {
  return judgeLiveness(readLivenessFacts(file, options.openFiles), options);
}

export function judgeLiveness(facts: LivenessFacts, { now, quietMs = 60_000 }: LivenessOptions): Liveness {
  const name = basename(facts.file);
  const reasons = [
    ...facts.clients.map(({ pid, version }) => `Claude Code ${version ?? ''} (process ${pid}) has the session open`),
    ...facts.holders.map(({ pid, command }) => `${command} (process ${pid}) holds ${name} open`),
  ];
  // A time in the future, from another machine's clock, is recent too.
  const age = facts.mtimeMs === undefined ? Number.POSITIVE_INFINITY : now - facts.mtimeMs;
  if (age < quietMs) reasons.push(`${name} ${writtenWhen(facts.mtimeMs ?? now, now)}`);
  return { isLive: reasons.length > 0, reasons };
}

/** Clocks differ by seconds. */
const CLOCKS_MS = 60_000;

/** "was written 5 s ago": what was written years ahead stays so until somebody does something about it. */
export function writtenWhen(mtimeMs: number, now: number, verb = 'was written'): string {
  if (mtimeMs - now <= CLOCKS_MS) return `${verb} ${Math.max(0, Math.round((now - mtimeMs) / 1000))} s ago`;
  const time = new Date(mtimeMs).toISOString();
  return `${verb} in the future, at ${time}; if nobody is at work on it, set its time right (touch FILE)`;
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
