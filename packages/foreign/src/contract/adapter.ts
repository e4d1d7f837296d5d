import type { JsonObject } from '@unspool/session';
import type { AgentName } from './agent-name.js';
import type { Output } from './output.js';

/** The machine to search for sessions. */
export interface Place {
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
}

/** A file of another agent: one session, a part of one, or a database of many. */
export interface Source {
  /** The path that `translate` reads. Also identifies the source in reports. */
  file: string;
  /** Changes whenever the content may have changed. `stampOf` derives it from size and time. */
  stamp: string;
}

/** The first bytes of a file, for `detect`. */
export interface Head {
  file: string;
  /** Decoded as UTF-8. */
  text: string;
  /** The complete lines of `text` that are JSON objects. */
  objects: readonly JsonObject[];
}

/** Thrown by `translate` if the source was overwritten meanwhile, so that what was read is inconsistent. */
export class ChangedMeanwhile extends Error {}

/**
 * Everything that depends on one agent's format. An adapter never writes, and never throws because of a file's content:
 * it reports unreadable parts to the output.
 */
export interface Adapter {
  name: AgentName;
  /** Increase it when the translation changes, so that all copies are rebuilt. */
  version: number;
  /** The sources on this machine. Runs with every command, so it lists folders only. Problems go to `onProblem`. */
  locate(place: Place, onProblem: (path: string, message: string) => void): Iterable<Source>;
  /** Whether this is one of the agent's files, judged by content because names are often wrong. */
  detect(head: Head): boolean;
  /**
   * Writes the sessions of a source to the output. Holds at most one reply in memory, and what the format requires to be
   * known of earlier lines (ids, not texts).
   */
  translate(source: Source, output: Output): void;
}
