import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { foreignLines } from '../read/foreign-lines.js';
import { textIn } from '../read/values.js';
import { locate } from './locate.js';
import { SessionReader } from './session-reader.js';

/** pi sessions: one JSONL file each, whose entries form a tree (in version 1, a list). Reads versions 1 to 3. */
export const pi: Adapter = { name: 'pi', version: 2, locate, detect, translate };

function detect({ objects: [header] }: Head): boolean {
  return header?.type === 'session' && textIn(header, 'id') !== undefined && textIn(header, 'cwd') !== undefined;
}

function translate({ file }: { file: string }, output: Output): void {
  const reader = new SessionReader(file, output);
  for (const { object } of foreignLines(file, output)) reader.read(object);
}
