/** Facts about tools: names, families, arguments, how to show them. Also runs in a browser. */
export { argumentOf } from './tools/argument.js';
export { colourOf, TOOL_COLOURS, type ToolColour } from './tools/colour.js';
export { actsOnFile, fileIn, startsAgent, writesFile } from './tools/facts.js';
export { isMcpTool, mcpToolName, toolLabel } from './tools/mcp.js';
export { currentName, formerNames } from './tools/names.js';
export { TOOL, TOOL_NAMES, type ToolName, toolNamed } from './tools/registry.js';
export type { ToolFamily, ToolInfo, ToolView } from './tools/tool.js';
