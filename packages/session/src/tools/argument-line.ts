import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { relativePath } from '../shown/relative-path.js';

// How the arguments of individual tools are written on one line.

export function readLine(input: JsonObject, cwd: string | undefined): string {
  return relativePath(text(input, 'file_path'), cwd) + range(input);
}

function range({ offset, limit }: JsonObject): string {
  if (typeof offset !== 'number') return typeof limit === 'number' ? ` (first ${limit} lines)` : '';
  return typeof limit === 'number' ? ` (lines ${offset}–${offset + limit - 1})` : ` (from line ${offset})`;
}

export function searchLine(input: JsonObject, cwd: string | undefined): string {
  const where = relativePath(text(input, 'path'), cwd) || text(input, 'glob');
  return where === '' ? text(input, 'pattern') : `${text(input, 'pattern')} in ${where}`;
}

export function agentLine(input: JsonObject): string {
  return joined(': ', text(input, 'subagent_type'), text(input, 'description') || text(input, 'prompt'));
}

export function messageLine(input: JsonObject): string {
  return joined(': ', text(input, 'to') || text(input, 'recipient'), text(input, 'summary') || text(input, 'message'));
}

export function taskLine(input: JsonObject): string {
  const id = text(input, 'taskId');
  return joined(' ', id === '' ? '' : `#${id}`, text(input, 'status'), text(input, 'subject'));
}

/** Returns the progress of the list, and what is being done now. */
export function todosLine({ todos }: JsonObject): string {
  if (!Array.isArray(todos)) return '';
  const done = todos.filter((todo) => isObject(todo) && todo['status'] === 'completed').length;
  const now = todos.find((todo) => isObject(todo) && todo['status'] === 'in_progress');
  const doing = isObject(now) ? `, now: ${String(now['content'])}` : '';
  return `${done} of ${todos.length} done${doing}`;
}

/** Returns the first of the questions. */
export function questionLine(input: JsonObject): string {
  const first: unknown = Array.isArray(input['questions']) ? input['questions'][0] : input;
  return isObject(first) ? text(first, 'question') : '';
}

function joined(mark: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(mark);
}

function text(input: JsonObject, member: string): string {
  return typeof input[member] === 'string' ? input[member] : '';
}
