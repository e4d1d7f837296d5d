/** The server's protocol and the list of its tools: what has to be loaded before a client can ask. */
export { type McpIo, serveMcp, type ToolAnswer } from './serve-mcp.js';
export { TOOLS } from './tool-list.js';
