import type { JsonObject } from '../read/line.js';
import { jsonText } from '../shown/json-text.js';
import { relativePath } from '../shown/relative-path.js';
import { toolNamed } from './registry.js';

/** Returns the one argument that best identifies a call. Line breaks in it are kept. */
export function argumentOf(name: string, input: JsonObject, cwd: string | undefined): string {
  const { argument, line } = toolNamed(name);
  if (line) return line(input, cwd);
  for (const member of argument === undefined ? MAIN_MEMBERS : [argument, ...MAIN_MEMBERS]) {
    const value = input[member];
    if (typeof value === 'string' && value !== '') return member.endsWith('path') ? relativePath(value, cwd) : value;
  }
  for (const member in input) if (typeof input[member] === 'string' && input[member] !== '') return input[member];
  const json = argument === undefined ? jsonText(input) : '{}';
  return json === '{}' ? '' : json;
}

/** Members that best identify a call, best first, for unknown tools. */
const MAIN_MEMBERS = [
  'file_path',
  'path',
  'command',
  'url',
  'query',
  'pattern',
  'skill',
  'subject',
  'title',
  'description',
];
