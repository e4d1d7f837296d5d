import { failure } from './answer.js';
import { Arguments, BadArgument } from './arguments.js';
import type { Room } from './room.js';
import type { ToolAnswer } from './serve-mcp.js';
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
    return { text: run(new Arguments(given), room) };
  } catch (error) {
    if (error instanceof BadArgument) return failure(error.message);
    throw error;
  }
}
