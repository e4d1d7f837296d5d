import { basename } from 'node:path';
import type { Block, JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import { objectIn, objectsIn, textIn } from '../read/values.js';
import { wholeJson } from '../read/whole-json.js';
import { callBlock, textBlock } from '../write/blocks.js';

/** Whether a file is of the first versions: one JSON object with the messages sent to the API. */
export function isLegacy(head: string): boolean {
  return /^\s*\{/.test(head) && /"chatMessages"\s*:\s*\[/.test(head) && /"sessionId"\s*:/.test(head);
}

/** Reads prompts, replies, calls and results. There are neither token counts nor times, except for the start. */
export function readLegacy(file: string, output: Output): void {
  const whole = wholeJson(file, output);
  if (!whole) return;
  const thread = output.session({ id: textIn(whole, 'sessionId') ?? basename(file, '.json'), cwd: undefined });
  const model = textIn(whole, 'selectedModel');
  const time = textIn(whole, 'startTime');
  for (const [at, message] of objectsIn(whole, 'chatMessages').entries()) {
    const moment = { key: `message ${at}`, time };
    const { role } = message;
    const text = textOfContent(message);
    if (role === 'user') thread.prompt(text, moment);
    else if (role === 'assistant') thread.reply({ id: moment.key, model, content: blocksOf(message, text) }, moment);
    else if (role === 'tool') {
      thread.result({ toolUseId: textIn(message, 'tool_call_id') ?? '', content: text }, moment);
    } else if (role !== 'system') output.unknown(`message ${String(role)}`);
  }
}

function blocksOf(message: JsonObject, text: string): Block[] {
  const calls = objectsIn(message, 'tool_calls').map((call) => {
    const tool = objectIn(call, 'function');
    return callBlock(textIn(call, 'id') ?? '', textIn(tool, 'name') ?? '', inputOf(textIn(tool, 'arguments') ?? '{}'));
  });
  return [...(text === '' ? [] : [textBlock(text)]), ...calls];
}

function inputOf(text: string): JsonObject {
  try {
    return objectIn({ input: parseJson(text) }, 'input') ?? { input: text };
  } catch {
    return { input: text };
  }
}

function textOfContent({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  return objectsIn({ content }, 'content')
    .map((part) => textIn(part, 'text') ?? '')
    .join('\n');
}
