import type { Place } from '../contract/adapter.js';
import type { AgentName } from '../contract/agent-name.js';
import type { Step } from './steps/step.js';

/** The session that is written. */
export interface NewSession {
  /** A random UUID. Targets derive their own ids from it. */
  id: string;
  /** Where the client is started to continue it. */
  cwd: string;
  gitBranch: string | undefined;
  title: string;
  /** Milliseconds. */
  now: number;
}

/** A session as it is before anything is written. */
export interface Planned {
  /** As the client calls it. */
  sessionId: string;
  /** The file to write. */
  file: string;
  /** Small files that the client needs beside it. Those that exist stay as they are. */
  others: { file: string; text: string }[];
  /** Writes the content of `file`, piece by piece. */
  pieces(steps: Iterable<Step>): Iterable<string>;
  /** The commands that continue the session, as words, to be run in `cwd` one after the other. */
  commands: string[][];
}

export interface TargetPlace extends Place {
  /** A folder for files that a client imports into a store of its own. */
  handover: string;
}

/** A client that sessions can be written for. */
export interface Target {
  agent: AgentName;
  /** False: images are replaced with a note. */
  takesImages: boolean;
  /** False: the client has no mark for a call that failed, and the text of the result has to say it. */
  marksFailures: boolean;
  /** Beginnings of prompts that the client takes for something else, and does not send or show. */
  notPrompts?: RegExp;
  plan(session: NewSession, place: TargetPlace): Planned;
}
