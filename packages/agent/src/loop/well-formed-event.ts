import type { ModelEvent } from './model-call.js';

type WireEvent = Exclude<ModelEvent, { type: 'failure' }>;
type Fields = { [name: string]: unknown };

/** Accepts only events that have the fields we read: a server may send anything. */
export function isWellFormed(event: WireEvent): boolean {
  // At run time the event may not match its declared type.
  const fields: unknown = event;
  if (!isObject(fields)) return false;
  switch (fields['type']) {
    case 'message_start':
      return hasStrings(fields['message'], 'id', 'model');
    case 'content_block_start':
      return isBlock(fields['content_block']);
    case 'content_block_delta':
      return isDelta(fields['delta']);
    case 'message_delta':
      return isObject(fields['delta']);
    default:
      return true;
  }
}

function isBlock(block: unknown): boolean {
  if (!hasStrings(block, 'type')) return false;
  if (block['type'] === 'tool_use') return hasStrings(block, 'id', 'name');
  // Gateways omit fields that start out empty.
  return [block['text'], block['thinking']].every((words) => typeof words === 'string' || words == null);
}

const WORDS: { [type: string]: string } = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
};

function isDelta(delta: unknown): boolean {
  if (!hasStrings(delta, 'type')) return false;
  const name = WORDS[String(delta['type'])];
  return name === undefined || hasStrings(delta, name);
}

function hasStrings(value: unknown, ...names: string[]): value is Fields {
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
