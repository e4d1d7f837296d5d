import type { Agent } from '@unspool/session';
import type { Conversation } from './conversation.js';
import { cutValue } from './json-cut.js';
import type { JsonWriter } from './json-writer.js';

export interface JsonPlace {
  conversation: Conversation;
  isFull: boolean;
  depth: number;
  /** Calls contain sub-agents, which contain turns, which contain calls. The function for the next level is passed down. */
  writeAgent(agent: Agent, out: JsonWriter, place: JsonPlace): void;
}

/** Fields from the transcript: whole with --full, otherwise with long texts cut and listed in `truncated`. */
export function writeFields(values: { [name: string]: unknown }, out: JsonWriter, isFull: boolean): void {
  if (isFull) {
    out.fields(values);
    return;
  }
  const truncated: { [path: string]: number } = {};
  for (const [name, value] of Object.entries(values)) out.field(name, cutValue(value, name, truncated));
  if (Object.keys(truncated).length > 0) out.field('truncated', truncated);
}

export function jsonTime(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
