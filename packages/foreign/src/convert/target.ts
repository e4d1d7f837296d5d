import type { Place } from '../contract/adapter.js';
import type { AgentName } from '../contract/agent-name.js';
import type { Step } from './steps/step.js';

/** The session to write. */
export interface NewSession {
  /** A random UUID, from which targets derive their ids. */
  id: string;
  /** The folder in which the client will continue it. */
  cwd: string;
  gitBranch: string | undefined;
  title: string;
  /** Milliseconds. */
  now: number;
}

/** A planned session, before anything is written. */
export interface Planned {
  /** The client's id for it. */
  sessionId: string;
  /** The file to write. */
  file: string;
  /** Small files that the client needs as well. Existing ones are left alone. */
  others: { file: string; text: string }[];
  /** Writes the content of `file`, piece by piece. */
  pieces(steps: Iterable<Step>): Iterable<string>;
  /** The commands that continue the session, split into words, to run in `cwd` one after another. */
  commands: string[][];
}

export interface TargetPlace extends Place {
  /** A folder for files that a client imports into its own store. */
  handover: string;
}

/** A client for which sessions can be written. */
export interface Target {
  agent: AgentName;
  /** If false, images are replaced with a note. */
  takesImages: boolean;
  /** If false, the client cannot mark a call as failed, so the text of the result must say so. */
  marksFailures: boolean;
  /** Beginnings of prompts that the client would mistake for something else and not send or show. */
  notPrompts?: RegExp;
  plan(session: NewSession, place: TargetPlace): Planned;
}
