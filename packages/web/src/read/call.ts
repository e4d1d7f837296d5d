import {
  type Block,
  isAssistant,
  isToolUse,
  type JsonObject,
  type Node,
  type Session,
  type ToolCall,
} from '@unspool/session';
import type { ToolResultFile } from '@unspool/session/locate';
import { isRejection } from '@unspool/session/model';
import { isObject, type ToolResultBlock } from '@unspool/session/read';
import { countChanges, hunksOf, isMedia, readCallResult, resultText } from '@unspool/session/show';
import { toolNamed, writesFile } from '@unspool/session/tools';
import type { Conversation } from './conversation.js';
import type { LineChange } from './measured.js';

/** A call with its input and result, read from its lines. */
export interface CallContent {
  call: ToolCall;
  input: JsonObject;
  result: ToolResultBlock | undefined;
  /** The client's own record. More detailed than the result, but absent in many versions. */
  noted: JsonObject;
  /** The file with the output, if it was too long for a line. */
  offloaded: ToolResultFile | undefined;
}

export function readCall(conversation: Conversation, call: ToolCall): CallContent {
  const { result, noted, offloaded } = readCallResult(conversation, call);
  const input = inputsOf(conversation.session, call.node).get(call.id) ?? {};
  return { call, input, result, noted: isObject(noted) ? noted : {}, offloaded };
}

/** The line read last for each session, since one line can contain thousands of calls that are read one after another. */
const lastLines = new WeakMap<Session, { node: Node; inputs: ReadonlyMap<string, JsonObject> }>();

function inputsOf(session: Session, node: Node): ReadonlyMap<string, JsonObject> {
  let last = lastLines.get(session);
  if (last?.node !== node) {
    last = { node, inputs: readInputs(session, node) };
    lastLines.set(session, last);
  }
  return last.inputs;
}

/** By call id. If an id occurs twice, the first one counts. */
function readInputs(session: Session, node: Node): Map<string, JsonObject> {
  const entry = session.read(node);
  if (!isAssistant(entry) || typeof entry.message.content === 'string') return new Map();
  const uses = entry.message.content.filter(isToolUse).reverse();
  return new Map(uses.map(({ id, input }) => [id, isObject(input) ? input : {}]));
}

/** What a call changed in its file; nothing until it has succeeded. Its lines are read only once. */
export function lineChange(conversation: Conversation, call: ToolCall): LineChange {
  if (!writesFile(call.name) || !call.result || call.result.isError) return NO_CHANGE;
  const { changes } = conversation.measured;
  let known = changes.get(call.id);
  if (!known) {
    const { input, noted } = readCall(conversation, call);
    known = countChanges(hunksOf({ name: call.name, input, noted }).flatMap(({ lines }) => lines));
    changes.set(call.id, known);
  }
  return known;
}

const NO_CHANGE: LineChange = { added: 0, removed: 0 };

/** Whether the user declined it. The answer is cached, since the result must be read for it. */
export function isRejected(conversation: Conversation, call: ToolCall): boolean {
  if (!call.result?.isError) return false;
  const { rejections } = conversation.measured;
  const { index } = call.result.node;
  const key = `${index} ${call.id}`;
  let known = rejections.get(key);
  if (known === undefined) {
    known = isRejection(wordsOfResult(readCallResult(conversation, call).result));
    rejections.set(key, known);
  }
  return known;
}

/** The text of a result. Its pictures are shown separately. */
export function wordsOfResult(result: ToolResultBlock | undefined): string {
  return resultText(result, () => undefined);
}

export function mediaBlocks(result: ToolResultBlock | undefined): Block[] {
  return Array.isArray(result?.content) ? result.content.filter(isMedia) : [];
}

/** Whether a call asks the user something: until its result, the session waits for a person. */
export function asksHuman({ name }: ToolCall): boolean {
  const { view } = toolNamed(name);
  return view === 'question' || view === 'plan';
}
