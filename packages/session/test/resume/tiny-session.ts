import type { Session } from '../../src/model/session.js';
import { sessionOf } from '../../src/model/session.js';
import type { JsonObject } from '../../src/read/line.js';
import { splitBytes } from '../../src/read/split.js';
import { resume } from '../../src/resume/resume.js';

export const SESSION_ID = '99999999-0000-4000-8000-000000000001';
export const MODEL = 'claude-sonnet-4-5-20250929';
const START = Date.parse('2026-11-15T12:00:00.000Z');

/**
 * Fields of a line. By default its uuid is its position (1, 2, …), its parent the line before it and its time its
 * position in seconds.
 */
export type Spec = JsonObject;

export const text = (words: string) => ({ type: 'text', text: words });
export const thinking = (words: string) => ({ type: 'thinking', thinking: words, signature: `sig-${words}` });
export const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
export const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `result ${id}` });

export const user = (content: unknown, fields: Spec = {}): Spec => ({
  type: 'user',
  message: { role: 'user', content },
  ...fields,
});

export const meta = (content: unknown, fields: Spec = {}): Spec => user(content, { isMeta: true, ...fields });

export function reply(id: string | undefined, content: unknown, fields: Spec = {}): Spec {
  const { model = MODEL, ...rest } = fields;
  return { type: 'assistant', message: { role: 'assistant', id, model, content }, ...rest };
}

export const says = (id: string, words: string, fields: Spec = {}): Spec => reply(id, [text(words)], fields);
export const system = (subtype: string, fields: Spec = {}): Spec => ({ type: 'system', subtype, ...fields });
export const localCommand = (content: string, fields: Spec = {}): Spec =>
  system('local_command', { content, ...fields });
export const attachment = (fields: Spec = {}): Spec => ({
  type: 'attachment',
  attachment: { type: 'hook_success', content: 'ok' },
  ...fields,
});
export const apiError = (fields: Spec = {}): Spec =>
  reply('error', [text('API Error')], { model: '<synthetic>', isApiErrorMessage: true, ...fields });
export const compaction = (compactMetadata: JsonObject = {}, fields: Spec = {}): Spec =>
  system('compact_boundary', { parentUuid: null, compactMetadata, ...fields });
export const lastPrompt = (leafUuid: string): Spec => ({ type: 'last-prompt', leafUuid });

/** Strings are written as they are. Undefined fields are left out. */
export function tinySession(specs: readonly (Spec | string)[], sessionId = SESSION_ID): Session {
  let parentUuid: unknown = null;
  const lines = specs.map((spec, at) => {
    if (typeof spec === 'string' || spec['type'] === 'last-prompt') return spec;
    const timestamp = new Date(START + (at + 1) * 1000).toISOString();
    const line: Spec = { uuid: String(at + 1), parentUuid, timestamp, ...spec };
    parentUuid = line['uuid'];
    return line;
  });
  const bytes = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return sessionOf(splitBytes(new TextEncoder().encode(bytes)), sessionId);
}

/** What is sent, in short form: `u: text | result a`, `a: text | call a`. The next prompt is `next`. */
export function sent(...specs: (Spec | string)[]): string[] {
  const { resumed, messages } = resume(tinySession(specs), 'next');
  if (!resumed) return ['refused'];
  return messages.map(({ role, content }) => {
    const blocks = content.map((block) => shortBlock(block as JsonObject));
    return `${role.charAt(0)}: ${blocks.join(' | ')}`;
  });
}

function shortBlock(block: JsonObject): string {
  switch (block['type']) {
    case 'text':
      return String(block['text']).trimEnd();
    case 'thinking':
      return `(${block['thinking']})`;
    case 'tool_use':
      return `call ${block['id']}`;
    case 'tool_result':
      return `${resultWord(String(block['content']))} ${block['tool_use_id']}`;
    default:
      return String(block['type']);
  }
}

function resultWord(content: string): string {
  if (content.startsWith('[Tool call interrupted')) return 'interrupted';
  return content.startsWith('[Tool result missing') ? 'missing' : 'result';
}

export const SILENCE = 'a: No response requested.';
export const NEXT = 'u: next';
