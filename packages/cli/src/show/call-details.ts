import type { JsonObject, ToolCall, UserEntry } from '@unspool/session';
import { readToolResult, type ToolResultFile } from '@unspool/session/locate';
import { isObject, type ToolResultBlock } from '@unspool/session/read';
import { changesOf, type DiffLine, readCallResult, resultText } from '@unspool/session/show';
import { mediaText } from './block-text.js';
import type { Conversation } from './conversation.js';

/** A call with what was asked and what came back, read from its lines. */
export interface CallDetails {
  call: ToolCall;
  input: JsonObject;
  result: ToolResultBlock | undefined;
  /** What the client noted for itself: richer than the result, and absent in many versions. */
  noted: UserEntry['toolUseResult'];
  /** The result as text; of an offloaded one, what stands on the line. */
  text: string;
  offloaded: ToolResultFile | undefined;
  /** Bytes of the whole result. */
  size: number;
}

export function readCall(conversation: Conversation, call: ToolCall, input: JsonObject): CallDetails {
  const { result, noted, moved, offloaded } = readCallResult(conversation, call);
  const text = resultText(result, mediaText);
  const size = offloaded?.kind === 'found' ? offloaded.size : (moved?.size ?? Buffer.byteLength(text));
  return { call, input, result, noted, text, offloaded, size };
}

/** The start of an output, wherever it stands. */
export function outputText({ text, offloaded }: CallDetails, maxBytes: number): string {
  if (offloaded?.kind !== 'found') return text;
  const bytes = readToolResult(offloaded.file, { offset: 0, length: maxBytes });
  // A character that the limit cuts in two is left out.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The client's notes on a call, if they are of the shape that its tool has. */
export function notes({ noted }: CallDetails): JsonObject {
  return isObject(noted) ? noted : {};
}

/** What the call changed in a file. */
export function changesIn({ call, input, noted }: CallDetails): DiffLine[] {
  return changesOf({ name: call.name, input, noted });
}
