import type { Node, Reply, ReplyMessage, Words } from '@unspool/session';
import type { Aside } from '@unspool/session/show';

/** The parts of a turn, in the order in which they happened. */
export type Moment =
  /** Text that the user typed. */
  | { kind: 'words'; node: Node; words: Words; isQueued: boolean }
  | { kind: 'reply'; node: Node; reply: Reply; message: ReplyMessage }
  /** Context that the client added to a prompt. Shown small. */
  | { kind: 'aside'; node: Node; aside: Aside }
  /** An event that changed the conversation. Shown on its own line. */
  | { kind: 'notice'; node: Node; notice: Notice }
  /** A result whose call is not in the file. */
  | { kind: 'lost_result'; node: Node; tool_use_id: string };

/** A separate line; a rule across the page for a break in the conversation. */
export interface Notice {
  tone: 'cut' | 'warning' | 'error';
  text: string;
}
