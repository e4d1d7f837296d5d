import { isText, isToolResult, textOf } from '@unspool/session';
import type { ToolResultBlock } from '@unspool/session/read';
import type { ModelRequest } from '../loop/model-call.js';
import { type DemoCall, type DemoStep, demoAgent, demoScenes } from './demo-scenes.js';
import type { ScriptedReply } from './scripted-model.js';

/**
 * The script that plays the model in `--demo`. It does not understand prompts: each one starts a scene, whose steps use
 * the real tools. Nothing leaves the machine.
 */
export function demoScript(newUuid: () => string): (request: ModelRequest) => ScriptedReply {
  return (request) => {
    const { prompt, step, results, prompts } = placeIn(request);
    if (/write a summary of the whole conversation/.test(prompt)) {
      return { blocks: [{ type: 'text', text: '<summary>\nThe user tried the demo.\n</summary>' }] };
    }
    if (demoAgent.isFor(prompt)) return reply(demoAgent.steps[step] ?? demoAgent.end(results), request, newUuid);
    const denied = results.find(({ is_error }) => is_error === true);
    const scene = demoScenes.find(({ words }) => words.test(prompt)) ?? demoScenes[(prompts - 1) % demoScenes.length];
    const next = scene?.steps[step] ?? { text: 'That is the end of the demo.' };
    const remark = denied ? `That did not run: *${firstLine(denied)}*. A real model would try another way. ` : '';
    return reply({ ...next, text: remark + next.text }, request, newUuid);
  };
}

interface Place {
  prompt: string;
  /** Number of replies since the prompt. */
  step: number;
  /** Results of the latest calls. */
  results: ToolResultBlock[];
  prompts: number;
}

function placeIn({ messages }: ModelRequest): Place {
  const texts = messages.map(({ role, content }) => {
    const words = content.filter(isText).map(({ text }) => text);
    return role === 'user' ? words.filter((text) => !text.startsWith('<system-reminder>')).join('\n') : '';
  });
  const starts = messages.flatMap(({ role, content }, at) =>
    role === 'user' && !content.some(isToolResult) && texts[at] !== '' ? [at] : [],
  );
  const start = starts.at(-1) ?? 0;
  return {
    prompt: texts[start] ?? '',
    step: messages.slice(start).filter(({ role }) => role === 'assistant').length,
    results: messages.at(-1)?.content.filter(isToolResult) ?? [],
    prompts: Math.max(1, starts.length),
  };
}

function reply(
  { thinking, text, calls = [] }: DemoStep,
  { tools }: ModelRequest,
  newUuid: () => string,
): ScriptedReply {
  const offered = new Set(tools.map(({ name }) => name));
  const use = ({ name, input }: DemoCall) => ({
    type: 'tool_use' as const,
    id: `toolu_demo_${newUuid()}`,
    name,
    input,
  });
  return {
    blocks: [
      ...(thinking === undefined ? [] : [{ type: 'thinking' as const, thinking, signature: 'demo' }]),
      { type: 'text' as const, text },
      ...calls.filter(({ name }) => offered.has(name)).map(use),
    ],
  };
}

function firstLine({ content }: ToolResultBlock): string {
  const text = typeof content === 'string' ? content : Array.isArray(content) ? textOf(content) : '';
  return (text.split('\n', 1)[0] ?? '')
    .replace(/<[^>]*>|[*_`]/g, '')
    .slice(0, 120)
    .trim();
}
