import { basename, dirname } from 'node:path';
import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { foreignLines } from '../read/foreign-lines.js';
import { objectsIn, textIn } from '../read/values.js';
import { startOf, wholeJson } from '../read/whole-json.js';
import { folderOf } from './cwd.js';
import { locate } from './locate.js';
import { SessionReader } from './session-reader.js';

/** Gemini CLI sessions: JSONL whose records may replace or rewind earlier messages. Before 0.40, one JSON object. */
export const gemini: Adapter = { name: 'gemini', version: 3, locate, detect, translate };

const TYPES = new Set(['user', 'gemini']);
/** One object with all messages: no other begins a line before them. */
const WHOLE = /^\s*\{(?:(?!\n\{)[\s\S])*?"messages"\s*:\s*\[/;

function detect({ text, objects }: Head): boolean {
  if (/"messages"\s*:\s*\[/.test(text) && /"type"\s*:\s*"(user|gemini)"/.test(text)) return true;
  return objects.some(
    (each) =>
      (textIn(each, 'projectHash') !== undefined && textIn(each, 'sessionId') !== undefined) ||
      (TYPES.has(String(each.type)) && 'content' in each && textIn(each, 'id') !== undefined && !('message' in each)),
  );
}

function translate({ file }: { file: string }, output: Output): void {
  const reader = new SessionReader(output, {
    id: basename(file).replace(/\.jsonl?$/, ''),
    parent: parentOf(file),
    cwd: folderOf(file),
  });
  if (WHOLE.test(startOf(file))) readWhole(file, reader, output);
  else for (const { object } of foreignLines(file, output)) reader.read(object);
}

/** The format of old versions has to be read whole. */
function readWhole(file: string, reader: SessionReader, output: Output): void {
  const whole = wholeJson(file, output);
  if (!whole) return;
  const { messages: _, ...header } = whole;
  reader.read(header);
  for (const message of objectsIn(whole, 'messages')) reader.read(message);
}

/** Sub-agents are in a folder named after the session, next to the sessions. */
function parentOf(file: string): string | undefined {
  const folder = dirname(file);
  return basename(dirname(folder)) === 'chats' ? basename(folder) : undefined;
}
