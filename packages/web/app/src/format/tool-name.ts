import { toolLabel } from '@unspool/session/tools';
import { visible } from '../text/visible.js';

/** A readable tool name: for an MCP tool, "playwright › browser wait for". */
export function toolName(name: string): string {
  const [server, ...rest] = toolLabel(name).split('/');
  if (rest.length === 0 || server === undefined || !name.startsWith('mcp__')) return visible(name);
  const words = (text: string) => text.replace(/_+/g, ' ').trim();
  return visible(`${words(shortServer(server))} › ${words(rest.join('/'))}`);
}

/** A plugin's server is named `plugin_playwright_playwright`. */
function shortServer(server: string): string {
  const [, plugin, own] = /^plugin_([^_]+)_(.+)$/.exec(server) ?? [];
  if (own === undefined) return server;
  return own === plugin ? own : `${plugin} ${own}`;
}
