import type { JsonObject, ToolCall, UserEntry } from '@unspool/session';
import { readToolResult, type ToolResultFile } from '@unspool/session/locate';
import { isObject, type ToolResultBlock } from '@unspool/session/read';
import { changesOf, type DiffLine, readCallResult, resultText } from '@unspool/session/show';
import { mediaText } from './block-text.js';
import type { Conversation } from './conversation.js';

/** A call with its input and result, read from its lines. */
export interface CallDetails {
  call: ToolCall;
  input: JsonObject;
  result: ToolResultBlock | undefined;
  /** The client's own record of the result. It has more details, but many versions do not write it. */
  noted: UserEntry['toolUseResult'];
  /** The result as text. For an offloaded one, the text on the line. */
  text: string;
  offloaded: ToolResultFile | undefined;
  /** Size of the whole result in bytes. */
  size: number;
}

export function readCall(conversation: Conversation, call: ToolCall, input: JsonObject): CallDetails {
  const { result, noted, moved, offloaded } = readCallResult(conversation, call);
  const text = resultText(result, mediaText);
  const size = offloaded?.kind === 'found' ? offloaded.size : (moved?.size ?? Buffer.byteLength(text));
  return { call, input, result, noted, text, offloaded, size };
}

/** The start of an output, whether it is on the line or offloaded. */
export function outputText({ text, offloaded }: CallDetails, maxBytes: number): string {
  if (offloaded?.kind !== 'found') return text;
  const bytes = readToolResult(offloaded.file, { offset: 0, length: maxBytes });
  // Drop a character that the limit cuts in half.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The client's own record of a call, if it has the shape that the tool's records have. */
export function notes({ noted }: CallDetails): JsonObject {
  return isObject(noted) ? noted : {};
}

/** What the call changed in a file. */
export function changesIn({ call, input, noted }: CallDetails): DiffLine[] {
  return changesOf({ name: call.name, input, noted });
}
