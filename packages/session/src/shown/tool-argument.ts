import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { jsonText } from './json-text.js';
import { relativePath } from './relative-path.js';

/** The one argument that matters, on one line. */
export function argumentOf(name: string, input: JsonObject, cwd: string | undefined): string {
  const text = (key: string) => (typeof input[key] === 'string' ? input[key] : '');
  const path = (key: string) => relativePath(text(key), cwd);
  switch (name) {
    case 'Bash':
    case 'PowerShell':
      return text('command');
    case 'Read':
      return path('file_path') + range(input);
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return path('file_path');
    case 'NotebookEdit':
    case 'NotebookRead':
      return path('notebook_path');
    case 'LS':
      return path('path');
    case 'Glob':
    case 'Grep': {
      const where = path('path') || text('glob');
      return where === '' ? text('pattern') : `${text('pattern')} in ${where}`;
    }
    case 'Task':
    case 'Agent':
      return [text('subagent_type'), text('description') || text('prompt')].filter(Boolean).join(': ');
    case 'TodoWrite':
      return todos(input['todos']);
    case 'TaskUpdate':
      return [`#${text('taskId')}`, text('status'), text('subject')].filter(Boolean).join(' ');
    case 'AskUserQuestion':
      return question(input);
    case 'SendMessage':
      return [text('to') || text('recipient'), text('summary') || text('message')].filter(Boolean).join(': ');
    default:
      return telling(input, cwd);
  }
}

function range({ offset, limit }: JsonObject): string {
  if (typeof offset !== 'number') return typeof limit === 'number' ? ` (first ${limit} lines)` : '';
  return typeof limit === 'number' ? ` (lines ${offset}–${offset + limit - 1})` : ` (from line ${offset})`;
}

function todos(list: unknown): string {
  if (!Array.isArray(list)) return '';
  const done = list.filter((todo) => isObject(todo) && todo['status'] === 'completed').length;
  const now = list.find((todo) => isObject(todo) && todo['status'] === 'in_progress');
  const doing = isObject(now) ? `, now: ${String(now['content'])}` : '';
  return `${done} of ${list.length} done${doing}`;
}

function question(input: JsonObject): string {
  const first: unknown = Array.isArray(input['questions']) ? input['questions'][0] : input;
  return isObject(first) && typeof first['question'] === 'string' ? first['question'] : '';
}

const TELLING = ['file_path', 'path', 'command', 'url', 'query', 'pattern', 'skill', 'subject', 'title', 'description'];

/** For tools nobody knows: a field with a telling name, else the first text, else all of it. */
function telling(input: JsonObject, cwd: string | undefined): string {
  for (const key of TELLING) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return key.endsWith('path') ? relativePath(value, cwd) : value;
  }
  for (const key in input) if (typeof input[key] === 'string' && input[key] !== '') return input[key];
  const json = jsonText(input);
  return json === '{}' ? '' : json;
}
