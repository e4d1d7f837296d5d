import type { CompactMetadata } from '../format/schema.js';
import type { Tokens } from './token-counts.js';
import type { WordsKind } from './words.js';

/** Where an entry is in its file. */
export interface Place {
  /** 1-based line number. */
  line: number;
  byte: number;
  length: number;
  /** Which object of the line: 0 unless several objects are glued together. */
  part: number;
  /** False if the entry was recovered from a damaged line. */
  isWhole: boolean;
  /** Whether the client sees it. On a damaged line it sees only an object at the beginning. */
  isSeen: boolean;
  /** True if the line has the shape of the first versions, which the newest client does not read. */
  isModernised?: boolean;
}

/**
 * What the graph, the turns and the resume rules need from an entry, and where its content is. Deliberately small: a
 * session of a gigabyte is held in memory as its nodes, and content is read from the file on demand.
 */
export interface Node {
  /** Position among all nodes of the session, in file order. */
  readonly index: number;
  readonly place: Place;
  readonly type: string;
  /** A system line's subtype, an attachment's or a progress line's type. */
  readonly subtype: string | undefined;
  readonly uuid: string | undefined;
  /** Undefined if the line has no such field, null on a root. */
  readonly parentUuid: string | null | undefined;
  /** Milliseconds; NaN if there is no valid timestamp. */
  readonly time: number;
  readonly isSidechain: boolean;
  readonly user: UserFacts | undefined;
  readonly reply: ReplyFacts | undefined;
  readonly extra: ExtraFacts | undefined;
}

/** The facts of an entry, independent of its place. */
export type NodeFacts = { -readonly [Key in Exclude<keyof Node, 'index' | 'place'>]: Node[Key] };

/** Facts of a user line with readable content. */
export interface UserFacts {
  words: WordsKind;
  results: ToolResultFact[];
  /** The number of blocks in its content; a string counts as one. */
  blocks: number;
  isMeta: boolean;
  /** Whether it has only text: no results, no pictures. */
  isTextOnly: boolean;
}

export interface ToolResultFact {
  tool_use_id: string;
  isError: boolean;
  agentId: string | undefined;
  /** Characters of the tool's output, if it is a string; otherwise the content must be read to find out. */
  size: number | undefined;
}

/** Facts of one line of a reply. */
export interface ReplyFacts {
  messageId: string | undefined;
  model: string | undefined;
  isApiError: boolean;
  uses: ToolUseFact[];
  tokens: Tokens | undefined;
  stopReason: string | undefined;
  blocks: number;
  /** The number of blocks that are thinking. */
  thoughts: number;
  isThinkingOnly: boolean;
  /** Whether it has only blank text. */
  isBlank: boolean;
}

export interface ToolUseFact {
  id: string;
  name: string;
  /** The file that the call acts on. */
  file: string | undefined;
  /** A sub-agent's task, used to find its file. */
  prompt: string | undefined;
}

/** Facts that few lines have. */
export interface ExtraFacts {
  logicalParentUuid?: string;
  compactMetadata?: CompactMetadata;
  /** The line of the conversation that a file-history line belongs to. */
  messageId?: string;
  agentId?: string;
  parentToolUseID?: string;
  /** An agent's line contained in a progress line. */
  embedded?: { messageId: string | undefined; tokens: Tokens | undefined; model: string | undefined };
  queue?: { operation: string; content: string | undefined };
  leafUuid?: string;
  /**
   * A time that is not text. Such a line counts as having no time, except where the client looks for a missing parent.
   */
  oddTime?: number;
}

export { timeOf } from '../read/time.js';
