import { type Block, isText, type JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';

/** The texts and images of a message or an output. */
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

/** The readable part of the model's reasoning: its summary, and its text if the provider returns it. */
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
  /** A string for tools without named arguments. */
  input: JsonObject | string;
}

/** The tool call in an item; undefined if it is something else. */
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

/** The tool result in an item; undefined if it is something else. */
export function outputIn(item: JsonObject): Output | undefined {
  if (!OUTPUTS.has(String(item.type))) return undefined;
  const given = item.output ?? item.tools;
  const wrapped = isObject(given) ? given : undefined;
  const content = wrapped?.content ?? given;
  const { text, exitCode } = unwrapped(typeof content === 'string' ? content : undefined);
  const isError = wrapped?.success === false || (exitCode !== undefined && exitCode !== 0);
  return { id: textIn(item, 'call_id') ?? '', content: text ?? blocksOf(content), isError };
}

/** A command's output and exit code. Old versions wrap the output in JSON; new ones put lines before it. */
function unwrapped(output: string | undefined): { text: string | undefined; exitCode: number | undefined } {
  if (output?.startsWith('{"output":')) {
    try {
      const wrapper = parseJson(output);
      if (isObject(wrapper) && typeof wrapper.output === 'string') {
        return { text: wrapper.output, exitCode: numberIn(objectIn(wrapper, 'metadata'), 'exit_code') };
      }
    } catch {
      // Truncated, or the output of something else.
    }
  }
  const code = /^(?:Exit code:|Process exited with code) (\d+)$/m.exec(output?.slice(0, 400) ?? '')?.[1];
  return { text: output, exitCode: code === undefined ? undefined : Number(code) };
}
