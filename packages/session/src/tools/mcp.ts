const PREFIX = 'mcp__';
const MAX_CHARACTERS = 128;

/** Whether the name, or the pattern in a permission rule, is that of a tool of an MCP server. */
export function isMcpTool(name: string): boolean {
  // A name in a transcript may not be a string.
  return typeof name === 'string' && name.startsWith(PREFIX);
}

/** The name by which the model calls a server's tool. */
export function mcpToolName(server: string, tool: string): string {
  return `${PREFIX}${plain(server)}__${plain(tool)}`.slice(0, MAX_CHARACTERS);
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** Returns the name of a tool for people: `server/tool` for one of an MCP server. */
export function toolLabel(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return tool === undefined ? name : `${server}/${tool}`;
}
