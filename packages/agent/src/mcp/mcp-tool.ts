import { type Block, isText, type JsonObject } from '@unspool/session';
import { mcpToolName } from '@unspool/session/tools';
import { failed } from '../tools/outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import type { CallResult, Connection, RemoteTool } from './connection.js';

/** Longer answers are saved to a file. */
const MAX_CHARACTERS = 100_000;
const TIMEOUT_MS = 600_000;

/** A server's tool, under the client's name for it. `reach` reconnects if the connection was lost. */
export function mcpTool(server: string, remote: RemoteTool, reach: () => Promise<Connection>): Tool {
  return {
    name: mcpToolName(server, remote.name),
    description: remote.description || `The tool ${remote.name} of the MCP server ${server}.`,
    inputSchema: remote.inputSchema,
    // A server's claim to be read-only lets its calls run in parallel, but does not skip the permission question.
    isReadOnly: () => false,
    isParallel: () => remote.isReadOnly,
    run: (input, context) => run({ server, remote, reach }, input, context),
  };
}

interface Target {
  server: string;
  remote: RemoteTool;
  reach(): Promise<Connection>;
}

async function run({ server, remote, reach }: Target, input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const startedAt = context.now();
  const report = (status: string, more: JsonObject = {}) =>
    context.progress({ data: { type: 'mcp_progress', status, serverName: server, toolName: remote.name, ...more } });
  report('started');
  try {
    const connection = await reach();
    const result = await connection.call(remote.name, input, {
      signal: context.signal,
      timeoutMs: Number(context.env['MCP_TOOL_TIMEOUT']) || TIMEOUT_MS,
      onProgress: (progress) => report('progress', progress),
    });
    report('completed', { elapsedTimeMs: context.now() - startedAt });
    return resultOf(result, context);
  } catch (error) {
    report('failed', { elapsedTimeMs: context.now() - startedAt });
    return failed(`The MCP server ${server} failed: ${(error as Error).message}`);
  }
}

function resultOf({ content, isError }: CallResult, context: ToolContext): ToolResult {
  const blocks = content.map(blockOf);
  const text = blocks
    .filter(isText)
    .map((block) => block.text)
    .join('\n');
  if (isError) return failed(text.slice(0, MAX_CHARACTERS) || 'The tool failed without a message.');
  if (text.length <= MAX_CHARACTERS) return { content: blocks, toolUseResult: blocks };
  const { stub } = context.offload({ text });
  const shown: Block[] = [{ type: 'text', text: stub }, ...blocks.filter((block) => !isText(block))];
  return { content: shown, toolUseResult: shown };
}

/** Converts content to text and images, which the API accepts. */
function blockOf(part: JsonObject): Block {
  if (part['type'] === 'text') return { type: 'text', text: String(part['text'] ?? '') };
  if (part['type'] === 'image' && /^image\/(?:png|jpeg|gif|webp)$/.test(String(part['mimeType']))) {
    const { data, mimeType: media_type } = part;
    return { type: 'image', source: { type: 'base64', data, media_type } };
  }
  const resource = (part['type'] === 'resource' ? part['resource'] : part) as JsonObject;
  if (typeof resource['text'] === 'string') {
    return { type: 'text', text: `[Resource ${String(resource['uri'])}]\n${resource['text']}` };
  }
  const named = [part['type'], resource['name'], resource['uri'], resource['mimeType']].filter(
    (each) => each !== undefined,
  );
  return { type: 'text', text: `[${named.join(' ')}]` };
}
