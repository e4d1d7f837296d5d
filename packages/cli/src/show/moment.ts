import type { Node, Reply, ReplyMessage, Words } from '@unspool/session';
import type { Aside } from '@unspool/session/show';

/** What a turn is made of, in the order in which it happened. */
export type Moment =
  /** Something a person typed. */
  | { kind: 'words'; node: Node; words: Words; isQueued: boolean }
  | { kind: 'reply'; node: Node; reply: Reply; message: ReplyMessage }
  /** Something put beside the words: shown small. */
  | { kind: 'aside'; node: Node; aside: Aside }
  /** Something that changed the course of things: shown as a line of its own. */
  | { kind: 'notice'; node: Node; notice: Notice }
  /** A result whose call is not in the file. */
  | { kind: 'lost_result'; node: Node; tool_use_id: string };

/** A line of its own, across the page for a cut in the conversation. */
export interface Notice {
  tone: 'cut' | 'warning' | 'error';
  text: string;
}
