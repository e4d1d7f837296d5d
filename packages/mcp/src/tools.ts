/** The tools themselves: loaded with the first call. */
export { failure } from './answer.js';
export { callTool } from './call-tool.js';
export type { Room } from './room.js';
