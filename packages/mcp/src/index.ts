/** The protocol and the list of tools: what must be loaded before a client can ask. */
export { type McpIo, serveMcp, type ToolAnswer } from './serve-mcp.js';
export { TOOLS } from './tool-list.js';
