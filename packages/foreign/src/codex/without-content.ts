import type { JsonObject } from '@unspool/session';
import { SILENT_EVENTS } from './silent.js';

/** The start of a line, as the client writes it. Any other line is parsed. */
const START =
  /^\{"timestamp":"([\dT:.Z-]{20,30})",(?:"ordinal":(\d+),)?"type":"(response_item|event_msg)","payload":\{"type":"(\w+)",?(.*)/s;
const LONGEST_START = 240;

/** Reasoning of which only the provider can read anything. */
const ENCRYPTED = /^(?:"id":"\w*",)?"summary":\[\],(?:"content":null,)?"encrypted_content":"/;

const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output']);
/** Events that say something about calls and files, but nothing about replies. */
const EVENTS_OF_CALLS = new Set(['item_completed', 'patch_apply_end']);

/**
 * Most of a rollout is output of tools and encrypted reasoning, which usage does not need: only that it came, and when.
 * Gives such a line without its content; undefined for a line that has to be parsed.
 */
export function withoutContent(bytes: Uint8Array, start: number, end: number): JsonObject | undefined {
  const length = Math.min(end - start, LONGEST_START);
  const [, timestamp, ordinal, type, kind = '', rest = ''] =
    START.exec(Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1')) ?? [];
  const isOutput = type === 'response_item' && OUTPUTS.has(kind);
  const isSilent =
    type === 'event_msg'
      ? SILENT_EVENTS.has(kind) || EVENTS_OF_CALLS.has(kind)
      : kind === 'reasoning' && ENCRYPTED.test(rest);
  if (!isOutput && !isSilent) return undefined;
  const payload = isOutput ? { type: kind, output: '' } : { type: kind };
  return { timestamp, ...(ordinal !== undefined && { ordinal: Number(ordinal) }), type, payload };
}
