/** The parts of turns: agents, branches, replies, and sections of huge files. */
export { linkAgents, progressAgentsOf, sidechainsOf } from './model/agents.js';
export { type BranchPoint, pathTo } from './model/branches.js';
export { filesTouched } from './model/files.js';
export { firstWords } from './model/first-words.js';
export { type MadeIn, madeInOf } from './model/made-in.js';
export { oneLine } from './model/one-line.js';
export type { Pairing } from './model/pairing.js';
export { isRejection } from './model/rejection.js';
export { mergeReply } from './model/reply.js';
export { sessionOf } from './model/session.js';
export type { Title } from './model/title-notes.js';
export { addTokens, noTokens } from './model/tokens.js';
export { type OpenedFrom, openFrom, type TurnPoint, turnPointOf } from './model/turn-point.js';
export { openStretch } from './model/turn-stretch.js';
export { agentMessages } from './model/words.js';
