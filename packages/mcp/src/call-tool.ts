import { failure } from './answer.js';
import { Arguments, BadArgument } from './arguments.js';
import type { Room } from './room.js';
import type { ToolAnswer } from './serve-mcp.js';
import { TOOLS } from './tool-list.js';
import { blameTool } from './tools/blame.js';
import { overview } from './tools/overview.js';
import { search } from './tools/search.js';
import { showTurn } from './tools/show-turn.js';
import { uncompactTool } from './tools/uncompact.js';
import { usage } from './tools/usage.js';

const RUN: { readonly [name: string]: (args: Arguments, room: Room) => string } = {
  search_sessions: search,
  show_turn: showTurn,
  blame: blameTool,
  uncompact: uncompactTool,
  usage,
  session_overview: overview,
};

/** Answers a call from the index. */
export function callTool(name: string, given: { readonly [name: string]: unknown }, room: Room): ToolAnswer {
  const run = RUN[name];
  if (!run) return failure(`There is no tool ${name}.`);
  try {
    checkNames(name, given);
    return { text: run(new Arguments(given), room) };
  } catch (error) {
    if (error instanceof BadArgument) return failure(error.message);
    throw error;
  }
}

/** An argument that is ignored, such as a misspelled filter, would give a wrong answer. */
function checkNames(tool: string, given: object): void {
  const known = Object.keys(TOOLS.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadArgument(`There is no argument ${unknown}. Arguments: ${known.join(', ')}.`);
}
