import type { CallContent } from '../../read/call.js';
import type { Conversation } from '../../read/conversation.js';
import type { TextStyle } from '../texts.js';
import type { ToolBody } from '../view.js';

/** The data for the view of a call. */
export interface BodyParts {
  conversation: Conversation;
  content: CallContent;
  /** The start of the output. */
  output: string;
  style: TextStyle;
}

/** Returns undefined for a call without the expected members, which is then shown as JSON. */
export type MakeBody = (parts: BodyParts) => ToolBody | undefined;
