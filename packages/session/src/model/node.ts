import type { CompactMetadata } from '../format/schema.js';
import type { Tokens } from './token-counts.js';
import type { WordsKind } from './words.js';

/** Where an entry stands in its file. */
export interface Place {
  /** 1-based line number. */
  line: number;
  byte: number;
  length: number;
  /** Which object of the line: 0 unless objects are glued together. */
  part: number;
  /** False when the entry was saved from a damaged line. */
  isWhole: boolean;
  /** Whether the client sees it: of a damaged line only an object that the line begins with. */
  isSeen: boolean;
  /** True when the line has the shape of the first versions, which the newest client does not read. */
  isModernised?: boolean;
}

/**
 * What the graph, the turns and the resume rules need to know about an entry, and where its content is. Small on
 * purpose: a session of a gigabyte is held as its nodes, and content is read from the file on demand.
 */
export interface Node {
  /** Position among all nodes of the session, in file order. */
  index: number;
  readonly place: Place;
  type: string;
  /** A system line's subtype, an attachment's or a progress line's type. */
  subtype: string | undefined;
  uuid: string | undefined;
  /** Undefined when the line has no such field, null on a root. */
  parentUuid: string | null | undefined;
  /** Milliseconds, NaN when there is no valid timestamp. */
  time: number;
  isSidechain: boolean;
  user: UserFacts | undefined;
  reply: ReplyFacts | undefined;
  extra: ExtraFacts | undefined;
}

/** What an entry means, wherever it is. */
export type NodeFacts = Omit<Node, 'index' | 'place'>;

/** Facts of a user line whose content can be read. */
export interface UserFacts {
  words: WordsKind;
  results: ToolResultFact[];
  /** How many blocks its content has; a string is one. */
  blocks: number;
  isMeta: boolean;
  /** Nothing but text: no results, no pictures. */
  isTextOnly: boolean;
}

export interface ToolResultFact {
  tool_use_id: string;
  isError: boolean;
  agentId: string | undefined;
  /** Characters of what the tool gave back, where that is a string; else it has to be read to know. */
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
  /** How many of them are thinking. */
  thoughts: number;
  isThinkingOnly: boolean;
  /** Nothing but blank text. */
  isBlank: boolean;
}

export interface ToolUseFact {
  id: string;
  name: string;
  /** The file the call is about. */
  file: string | undefined;
  /** A sub-agent's task, to find its file by. */
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
  /** An agent's line that stands inside a progress line. */
  embedded?: { messageId: string | undefined; tokens: Tokens | undefined; model: string | undefined };
  queue?: { operation: string; content: string | undefined };
  leafUuid?: string;
  /** A time that is no text: such a line has none, except where the client looks for a missing parent. */
  oddTime?: number;
}

export { timeOf } from '../read/time.js';
