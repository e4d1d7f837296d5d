import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { foreignLines } from '../read/foreign-lines.js';
import { parseJson } from '../read/parse-json.js';
import { textOf } from '../read/text-of.js';
import { objectIn, textIn } from '../read/values.js';
import { locate } from './locate.js';
import { SessionReader } from './session-reader.js';

/** Qwen Code sessions: lines like Claude Code's that contain messages of the Gemini API. */
export const qwen: Adapter = { name: 'qwen', version: 3, locate, detect, translate };

function detect({ objects }: Head): boolean {
  return objects.some(
    (each) => textIn(each, 'sessionId') !== undefined && Array.isArray(objectIn(each, 'message')?.parts),
  );
}

function translate({ file }: { file: string }, output: Output): void {
  const subAgents = join(dirname(dirname(file)), 'subagents');
  const hasFile = (session: string, id: string) => existsSync(join(subAgents, session, `agent-${id}.jsonl`));
  const reader = new SessionReader(output, { note: noteOf(file), hasFile });
  for (const { object } of foreignLines(file, output)) reader.read(object);
  reader.end();
}

/** The metadata file next to a sub-agent's file names the call that started it. */
function noteOf(file: string): JsonObject {
  try {
    const note: unknown = parseJson(textOf(file.replace(/\.jsonl$/, '.meta.json')) ?? '');
    return isObject(note) ? note : {};
  } catch {
    return {};
  }
}
