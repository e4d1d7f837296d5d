import type { JsonObject } from '@unspool/session';
import type { AgentDefinition } from '../agents/definitions.js';
import type { Driven } from '../chat/chat.js';
import { HOOK_EVENTS, type Hook } from '../hooks/hook-config.js';
import type { ServerConfig } from '../mcp/server-config.js';

const DEFAULT_TIMEOUT_MS = 60_000;

/** Sends the program a request and returns its answer. */
type Ask = (request: JsonObject) => Promise<JsonObject>;

/** Reads what a driving program sends at its start, in the client's protocol. */
export function drivenBy(request: JsonObject, ask: Ask): Driven {
  const { systemPrompt, appendSystemPrompt, agents, hooks, sdkMcpServers } = request;
  const prompt = wordsOf(systemPrompt);
  const append = wordsOf(appendSystemPrompt);
  return {
    // An empty prompt stands for the default one.
    ...(prompt !== '' && { systemPrompt: prompt }),
    ...(append !== '' && { appendSystemPrompt: append }),
    agents: Object.entries(objectOf(agents)).map(([name, value]) => agentOf(name, objectOf(value))),
    hooks: HOOK_EVENTS.flatMap((event) => hooksFor(event, objectOf(hooks)[event], ask)),
    servers: (Array.isArray(sdkMcpServers) ? sdkMcpServers : []).map((name) => serverOf(String(name), ask)),
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

function serverOf(name: string, ask: Ask): ServerConfig {
  const send = async (message: JsonObject) => {
    const { mcp_response } = await ask({ subtype: 'mcp_message', server_name: name, message });
    return typeof mcp_response === 'object' && mcp_response !== null ? (mcp_response as JsonObject) : undefined;
  };
  return { name, scope: 'user', transport: { type: 'driver', send } };
}

function hooksFor(event: Hook['event'], groups: unknown, ask: Ask): Hook[] {
  if (!Array.isArray(groups)) return [];
  return groups.map(objectOf).flatMap(({ matcher, hookCallbackIds, timeout }) => {
    const timeoutMs = typeof timeout === 'number' ? timeout * 1000 : DEFAULT_TIMEOUT_MS;
    const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds.map(String) : [];
    return ids.map((id): Hook => {
      const names = typeof matcher === 'string' ? matcher : '';
      const call = (input: JsonObject) =>
        ask({ subtype: 'hook_callback', callback_id: id, input, tool_use_id: input['tool_use_id'] });
      return { event, matcher: names, command: 'callback', args: undefined, timeoutMs, ask: call };
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
