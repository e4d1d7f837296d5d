import type { Block, JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import type { Thread } from '../contract/thread.js';
import { parseJson } from '../read/parse-json.js';
import { objectIn, textIn } from '../read/values.js';
import type { Database, Row } from '../sqlite/database.js';
import { callBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';

/**
 * The database of the first opencode, a Go program, in each project's folder. It has token counts only for the last call
 * of each session, so no usage is read.
 */
export function isGoDatabase(database: Database): boolean {
  return database.has('sessions', 'id') && database.has('messages', 'id', 'session_id', 'role', 'parts');
}

export function readGoDatabase(database: Database, output: Output): void {
  const rows = [...database.rows('sessions')];
  const ids = new Set(rows.map(({ id }) => id));
  const messages = database.rowidsBy('messages', 'session_id');
  for (const row of rows) {
    const { id, title } = row;
    if (typeof id !== 'string') continue;
    const parent = typeof row.parent_session_id === 'string' ? row.parent_session_id : '';
    const cwd = undefined;
    const thread = ids.has(parent) ? output.subAgent({ id, parent, cwd }) : output.session({ id, cwd });
    if (typeof title === 'string' && title !== '') thread.title(title, 'client');
    for (const rowid of messages.get(id) ?? []) {
      const message = database.row('messages', rowid, 'id', 'role', 'parts', 'model', 'created_at');
      if (message) readMessage(message, thread, output);
    }
  }
}

function readMessage(row: Row, thread: Thread, output: Output): void {
  const key = String(row.id);
  const moment = { key, time: timeOf(row) };
  const parts = partsOf(row, output);
  const content = parts.flatMap((part) => blockOf(part) ?? []);
  const { role } = row;
  if (role === 'user') thread.prompt(content, moment);
  else if (role === 'assistant') {
    thread.reply({ id: key, model: typeof row.model === 'string' ? row.model : undefined, content }, moment);
  } else if (role !== 'tool') output.unknown(`message ${String(role)}`);
  for (const { type, data } of parts) {
    if (type !== 'tool_result') continue;
    const toolUseId = textIn(data, 'tool_call_id') ?? '';
    const result = { toolUseId, content: textIn(data, 'content') ?? '', isError: data.is_error === true };
    thread.result(result, { key: `${key} ${toolUseId}`, time: moment.time });
  }
}

interface Part {
  type: string;
  data: JsonObject;
}

function partsOf({ id, parts }: Row, output: Output): Part[] {
  let list: unknown;
  try {
    list = parseJson(String(parts));
  } catch {
    output.damaged(`message ${String(id)}`, 'its parts are not JSON');
  }
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((part) => ({ type: String(part.type), data: objectIn(part, 'data') ?? {} }));
}

function blockOf({ type, data }: Part): Block | undefined {
  if (type === 'text') return textBlock(textIn(data, 'text') ?? '');
  if (type === 'reasoning') return thinkingBlock(textIn(data, 'thinking') ?? '');
  if (type === 'image_url') return imageOfUrl(textIn(data, 'url') ?? '');
  if (type !== 'tool_call') return undefined;
  return callBlock(textIn(data, 'id') ?? '', textIn(data, 'name') ?? '', inputOf(textIn(data, 'input') ?? '{}'));
}

function inputOf(text: string): JsonObject {
  try {
    const input: unknown = parseJson(text);
    return isObject(input) ? input : { input };
  } catch {
    return { input: text };
  }
}

/** Seconds, or milliseconds in later versions. */
function timeOf({ created_at: created }: Row): number | undefined {
  if (typeof created !== 'number') return undefined;
  return created < 1e11 ? created * 1000 : created;
}
