import type { JsonObject } from '../read/line.js';
import { toolNamed } from './registry.js';

const FILE_MEMBERS = ['file_path', 'notebook_path'];

/** The file that a call names, whatever its tool. */
export function fileIn(input: JsonObject): string | undefined {
  for (const member of FILE_MEMBERS) if (typeof input[member] === 'string') return input[member];
  return undefined;
}

/** Whether the tool reads or writes the one file that its main argument names. */
export function actsOnFile(tool: string): boolean {
  return FILE_MEMBERS.includes(toolNamed(tool).argument ?? '');
}

/** Whether a call of this tool writes the file it names. Tools of other agents count, too. */
export function writesFile(tool: string): boolean {
  return toolNamed(tool).family === 'edit';
}

/** Whether a call of this tool starts a sub-agent. */
export function startsAgent(tool: string): boolean {
  return toolNamed(tool).startsAgent === true;
}
