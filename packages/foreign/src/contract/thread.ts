import type { Block } from '@unspool/session';

/** The time and the identity of an entry. */
export interface Moment {
  /**
   * Identifies the entry within its session and is the same in every translation: an id from the format, or a turn's id
   * with a number. The entry's uuid is derived from it.
   */
  key: string;
  /** ISO time or milliseconds. Defaults to the time of the previous entry. */
  time: string | number | undefined;
  /** For a copied entry, the original session. The entry gets the same uuid as there and counts as a copy. */
  madeIn?: string;
}

/** Tokens of one model call. */
export interface CallUsage {
  /** Excludes tokens read from the cache or written to it. */
  input: number;
  /** Includes reasoning. */
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** One reply of the model, or a part of one. Parts share an `id`. */
export interface Reply {
  /** Identifies the model call within its session, like `Moment.key`. Its tokens are counted once. */
  id: string;
  model: string | undefined;
  content: Block[];
  usage?: CallUsage | undefined;
  stopReason?: string;
}

/** A file that a call changed, as far as the agent recorded it. */
export interface FileWrite {
  path: string;
  /** The whole file before; null if there was none, undefined if unknown. */
  before?: string | null;
  /** The whole file after. */
  after?: string;
  /** The replaced text and its replacement, if the whole file is unknown. */
  replaced?: { from: string; to: string };
  /** A unified diff, if there is nothing else. */
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

/** Facts that apply to all later entries. */
export interface Surroundings {
  cwd: string;
  gitBranch: string;
  /** The client's version. */
  version: string;
}

/** A conversation being written. Each entry is the child of the previous one. */
export interface Thread {
  /** The uuid of the last entry; null before the first. */
  readonly leaf: string | null;
  at(facts: Partial<Surroundings>): void;
  /** A person's words. Images are blocks of type `image`. */
  prompt(content: string | Block[], moment: Moment): string;
  /** Text that the client added for the model. Not part of what a person said. */
  injected(content: string | Block[], moment: Moment): string;
  reply(reply: Reply, moment: Moment): string;
  result(result: Result, moment: Moment): string;
  /** A person stopped the turn. */
  interrupted(moment: Moment): string;
  /** Everything before is replaced with a summary, which may be unreadable. */
  compacted(summary: string | undefined, moment: Moment, tokensBefore?: number): string;
  /** An error of the client or its provider, shown as a system message. */
  failed(message: string, moment: Moment): string;
  /** Goes back: the next entry becomes a child of this one, and what followed becomes another branch. */
  rewind(uuid: string | null): void;
  /** A title given by a person (`person`) or by the client. */
  title(text: string, by: 'person' | 'client'): void;
}
