import type { JsonObject } from '../read/line.js';
import { jsonText } from '../shown/json-text.js';
import { relativePath } from '../shown/relative-path.js';
import { toolNamed } from './registry.js';

/** What a call is about: the one argument that matters. Line breaks in it are kept. */
export function argumentOf(name: string, input: JsonObject, cwd: string | undefined): string {
  const { argument, line } = toolNamed(name);
  if (line) return line(input, cwd);
  for (const member of argument === undefined ? TELLING : [argument, ...TELLING]) {
    const value = input[member];
    if (typeof value === 'string' && value !== '') return member.endsWith('path') ? relativePath(value, cwd) : value;
  }
  for (const member in input) if (typeof input[member] === 'string' && input[member] !== '') return input[member];
  const json = argument === undefined ? jsonText(input) : '{}';
  return json === '{}' ? '' : json;
}

/** Members that say what a call is about, the best first, for tools that nobody knows. */
const TELLING = ['file_path', 'path', 'command', 'url', 'query', 'pattern', 'skill', 'subject', 'title', 'description'];
