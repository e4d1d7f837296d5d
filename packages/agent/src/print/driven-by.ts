import type { JsonObject } from '@unspool/session';
import type { AgentDefinition } from '../agents/definitions.js';
import type { Driven } from '../chat/chat.js';
import { HOOK_EVENTS, type Hook } from '../hooks/hook-config.js';

const DEFAULT_TIMEOUT_MS = 60_000;

/** What a program brings when it begins to drive us, in the client's protocol. Its hooks are asked by their ids. */
export function drivenBy(
  request: JsonObject,
  ask: (callbackId: string, input: JsonObject) => Promise<JsonObject>,
): Driven {
  const { systemPrompt, appendSystemPrompt, agents, hooks } = request;
  const prompt = wordsOf(systemPrompt);
  const append = wordsOf(appendSystemPrompt);
  return {
    // Nothing said is not nothing wanted.
    ...(prompt !== '' && { systemPrompt: prompt }),
    ...(append !== '' && { appendSystemPrompt: append }),
    agents: Object.entries(objectOf(agents)).map(([name, value]) => agentOf(name, objectOf(value))),
    hooks: HOOK_EVENTS.flatMap((event) => hooksFor(event, objectOf(hooks)[event], ask)),
  };
}

function agentOf(name: string, { description, prompt, tools, model }: JsonObject): AgentDefinition {
  return {
    name,
    description: wordsOf(description),
    prompt: wordsOf(prompt),
    tools: Array.isArray(tools) ? tools.map(String) : undefined,
    model: typeof model === 'string' && model !== 'inherit' ? model : undefined,
    isBuiltIn: false,
  };
}

function hooksFor(
  event: Hook['event'],
  groups: unknown,
  ask: (callbackId: string, input: JsonObject) => Promise<JsonObject>,
): Hook[] {
  if (!Array.isArray(groups)) return [];
  return groups.map(objectOf).flatMap(({ matcher, hookCallbackIds, timeout }) => {
    const timeoutMs = typeof timeout === 'number' ? timeout * 1000 : DEFAULT_TIMEOUT_MS;
    const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds.map(String) : [];
    return ids.map((id): Hook => {
      const names = typeof matcher === 'string' ? matcher : '';
      return { event, matcher: names, command: 'callback', args: undefined, timeoutMs, ask: (input) => ask(id, input) };
    });
  });
}

function wordsOf(value: unknown): string {
  const words = Array.isArray(value) ? value.map(String).join('\n\n') : typeof value === 'string' ? value : '';
  return words.trim() === '' ? '' : words;
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
