import type { JsonObject } from '@unspool/session';
import type { ServerState } from '../mcp/server-state.js';

/** The client's names. */
const STATUS: { readonly [status in ServerState['status']]: string } = {
  connecting: 'pending',
  connected: 'connected',
  failed: 'failed',
  refused: 'disabled',
};

/** MCP servers as stream-json and the Agent SDK report them. */
export function serverList(servers: readonly ServerState[]): JsonObject[] {
  return servers.map(({ name, status }) => ({ name, status: STATUS[status] }));
}
