import type { Block } from '@unspool/session';

/** When something happened, and what makes its id. */
export interface Moment {
  /**
   * Names the entry within its session, the same in every translation: an id of the format, a turn's id with a number.
   * The entry's uuid is made of it.
   */
  key: string;
  /** ISO time or milliseconds. Undefined: the time of the entry before. */
  time: string | number | undefined;
  /** The session in which a copied entry was made: the entry then has the same uuid as there, and counts as a copy. */
  madeIn?: string;
}

/** Tokens of one call of the model. */
export interface CallUsage {
  /** Without what was read from the cache or written to it. */
  input: number;
  /** With reasoning. */
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** One answer of the model, or a part of it: parts share `id`. */
export interface Reply {
  /** Names the call of the model within its session, like `Moment.key`; tokens are counted once for each. */
  id: string;
  model: string | undefined;
  content: Block[];
  usage?: CallUsage | undefined;
  stopReason?: string;
}

/** A file that a call changed, as far as the agent recorded it. */
export interface FileWrite {
  path: string;
  /** The whole file before; null when there was none. Undefined when unknown. */
  before?: string | null;
  /** The whole file after. */
  after?: string;
  /** What was replaced, and with what, when the whole file is unknown. */
  replaced?: { from: string; to: string };
  /** A unified diff, when that is all there is. */
  diff?: string;
}

/** What a tool returned. */
export interface Result {
  toolUseId: string;
  content: string | Block[];
  isError?: boolean;
  writes?: readonly FileWrite[];
  /** The sub-agent that the call started. */
  agentId?: string;
}

/** Facts that hold for all entries from here on. */
export interface Surroundings {
  cwd: string;
  gitBranch: string;
  /** Of the client. */
  version: string;
}

/** One conversation being written: each entry is the child of the one before it. */
export interface Thread {
  /** The uuid of the last entry; null before the first. */
  readonly leaf: string | null;
  at(facts: Partial<Surroundings>): void;
  /** A person's words. Images are blocks of type `image`. */
  prompt(content: string | Block[], moment: Moment): string;
  /** Words that the client put in for the model: shown beside the conversation. */
  injected(content: string | Block[], moment: Moment): string;
  reply(reply: Reply, moment: Moment): string;
  result(result: Result, moment: Moment): string;
  /** What a person did to stop a turn. */
  interrupted(moment: Moment): string;
  /** Everything before was replaced with a summary; the summary may be unreadable. */
  compacted(summary: string | undefined, moment: Moment, tokensBefore?: number): string;
  /** An error of the client or its provider, shown as a message of the system. */
  failed(message: string, moment: Moment): string;
  /** Goes back: the next entry is the child of this one, and what followed it becomes another branch. */
  rewind(uuid: string | null): void;
  /** The title a person gave (`person`), or one that the client made. */
  title(text: string, by: 'person' | 'client'): void;
}
