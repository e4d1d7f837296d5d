// The door to what is known about tools: names, families, arguments and how they are shown. Nothing of it needs Node.
export { argumentOf } from './tools/argument.js';
export { colourOf, TOOL_COLOURS, type ToolColour } from './tools/colour.js';
export { actsOnFile, fileIn, startsAgent, writesFile } from './tools/facts.js';
export { isMcpTool, mcpToolName, toolLabel } from './tools/mcp.js';
export { currentName, formerNames } from './tools/names.js';
export { TOOL, TOOL_NAMES, type ToolName, toolNamed } from './tools/registry.js';
export type { ToolFamily, ToolInfo, ToolView } from './tools/tool.js';
