import type { CallContent } from '../../read/call.js';
import type { Conversation } from '../../read/conversation.js';
import type { TextStyle } from '../texts.js';
import type { ToolBody } from '../view.js';

/** What a body is made from. */
export interface BodyParts {
  conversation: Conversation;
  content: CallContent;
  /** The start of the output. */
  output: string;
  style: TextStyle;
}

/** Undefined when the call is not of the shape that its tool has: then it is shown as JSON. */
export type MakeBody = (parts: BodyParts) => ToolBody | undefined;
