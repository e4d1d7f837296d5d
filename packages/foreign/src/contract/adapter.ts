import type { JsonObject } from '@unspool/session';
import type { AgentName } from './agent-name.js';
import type { Output } from './output.js';

/** The machine that sessions are looked for on. */
export interface Place {
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
}

/** A file of another agent: one session, a part of one, or a database of many. */
export interface Source {
  /** Read by `translate`; also the source's name in reports. */
  file: string;
  /** Changes whenever the content may have changed. `stampOf` makes it of size and time. */
  stamp: string;
}

/** The first bytes of a file, for `detect`. */
export interface Head {
  file: string;
  /** Decoded as UTF-8. */
  text: string;
  /** The whole lines of `text` that are JSON objects. */
  objects: readonly JsonObject[];
}

/** Thrown by `translate` when the source was written over meanwhile: what was read is of no one state. */
export class ChangedMeanwhile extends Error {}

/**
 * Everything that depends on the format of one agent. An adapter never writes, and never throws because of a file's
 * content: what it cannot read it reports to the output.
 */
export interface Adapter {
  name: AgentName;
  /** Raise it when the translation changes: all copies are then rebuilt. */
  version: number;
  /** The sources on this machine. Reads folders only, since it runs with every command; problems go to `onProblem`. */
  locate(place: Place, onProblem: (path: string, message: string) => void): Iterable<Source>;
  /** Whether this is a file of the agent, judged by content: names and labels are often wrong. */
  detect(head: Head): boolean;
  /**
   * Writes the sessions of a source to the output. Holds no more in memory than one reply, or what the format
   * needs to know of its own lines (ids, not texts).
   */
  translate(source: Source, output: Output): void;
}
