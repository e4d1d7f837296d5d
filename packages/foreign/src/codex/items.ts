import { type Block, isText, type JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';

/** What a message or an output says and shows. */
export function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((part): Block[] => {
    const text = textIn(part, 'text');
    if (text !== undefined) return [textBlock(text)];
    const image = imageOfUrl(textIn(part, 'image_url') ?? '');
    return image ? [image] : [];
  });
}

export function textsOf(content: unknown): string[] {
  return blocksOf(content).flatMap((block) => (isText(block) ? [block.text] : []));
}

/** What can be read of the model's reasoning: its summary, and the text where the provider gives it. */
export function thoughtsOf(item: JsonObject): Block[] {
  const parts = [...objectsIn(item, 'summary'), ...objectsIn(item, 'content')];
  return parts.flatMap((part) => {
    const text = textIn(part, 'text');
    return text === undefined ? [] : [thinkingBlock(text)];
  });
}

export interface Call {
  id: string;
  name: string;
  /** A text for tools without named arguments. */
  input: JsonObject | string;
}

/** The call of a tool in an item; undefined when it is none. */
export function callIn(item: JsonObject): Call | undefined {
  const id = textIn(item, 'call_id') ?? textIn(item, 'id') ?? '';
  switch (item.type) {
    case 'function_call':
      return { id, name: textIn(item, 'name') ?? '', input: argumentsOf(item.arguments) };
    case 'custom_tool_call':
      return { id, name: textIn(item, 'name') ?? '', input: textIn(item, 'input') ?? '' };
    case 'local_shell_call':
      return { id, name: 'local_shell', input: objectIn(item, 'action') ?? {} };
    case 'tool_search_call':
      return { id, name: 'tool_search', input: argumentsOf(item.arguments) };
    default:
      return undefined;
  }
}

function argumentsOf(given: unknown): JsonObject | string {
  if (isObject(given)) return given;
  if (typeof given !== 'string') return {};
  try {
    const parsed: unknown = parseJson(given);
    return isObject(parsed) ? parsed : given;
  } catch {
    return given;
  }
}

export function blockOfCall({ id, name, input }: Call): Block {
  return callBlock(id, name, typeof input === 'string' ? { input } : input);
}

const OUTPUTS = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'tool_search_output',
]);

export interface Output {
  id: string;
  content: string | Block[];
  isError: boolean;
}

/** What a tool returned, in an item; undefined when it is none. */
export function outputIn(item: JsonObject): Output | undefined {
  if (!OUTPUTS.has(String(item.type))) return undefined;
  const given = item.output ?? item.tools;
  const wrapped = isObject(given) ? given : undefined;
  const content = wrapped?.content ?? given;
  const { text, exitCode } = unwrapped(typeof content === 'string' ? content : undefined);
  const isError = wrapped?.success === false || (exitCode !== undefined && exitCode !== 0);
  return { id: textIn(item, 'call_id') ?? '', content: text ?? blocksOf(content), isError };
}

/** Commands say how they ended: old versions in JSON around the output, new ones in the lines before it. */
function unwrapped(output: string | undefined): { text: string | undefined; exitCode: number | undefined } {
  if (output?.startsWith('{"output":')) {
    try {
      const wrapper = parseJson(output);
      if (isObject(wrapper) && typeof wrapper.output === 'string') {
        return { text: wrapper.output, exitCode: numberIn(objectIn(wrapper, 'metadata'), 'exit_code') };
      }
    } catch {
      // Cut off, or the output of something else.
    }
  }
  const code = /^(?:Exit code:|Process exited with code) (\d+)$/m.exec(output?.slice(0, 400) ?? '')?.[1];
  return { text: output, exitCode: code === undefined ? undefined : Number(code) };
}
