import type { Tool } from '../tools/tool.js';
import { type McpOptions, McpServers } from './mcp-servers.js';

export interface AddedServers {
  servers: McpServers;
  /** Every server is there, or has failed. Nothing is loaded and nothing waited for when there is none. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Starts the servers of a session and keeps their tools behind those that are in the list already. */
export function addServers(tools: Tool[], options: Omit<McpOptions, 'onChange'>): AddedServers {
  const own = [...tools];
  const servers = new McpServers({
    ...options,
    onChange: () => void tools.splice(0, tools.length, ...own, ...servers.tools()),
  });
  return { servers, ready: servers.start(), close: () => servers.close() };
}
