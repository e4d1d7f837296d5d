import type { Tool } from '../tools/tool.js';
import { type McpOptions, McpServers } from './mcp-servers.js';

export interface AddedServers {
  servers: McpServers;
  /** Resolves when every server has connected or failed. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Starts a session's servers and keeps their tools at the end of the list. */
export function addServers(tools: Tool[], options: Omit<McpOptions, 'onChange'>): AddedServers {
  const own = [...tools];
  const servers = new McpServers({
    ...options,
    onChange: () => void tools.splice(0, tools.length, ...own, ...servers.tools()),
  });
  return { servers, ready: servers.start(), close: () => servers.close() };
}
