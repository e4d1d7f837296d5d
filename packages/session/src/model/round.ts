import type { Node } from './node.js';

/** The kinds of rounds that history viewers show: derived labels, not a separate rule. */
export type RoundKind = 'new_session' | 'new_round' | 'resume' | 'continue';

const PAUSE_MS = 5 * 60 * 1000;

/**
 * Returns the label of a user line. A line with results continues; the first prompt begins a session; a prompt after a
 * pause of more than five minutes resumes it.
 */
export function roundOf(node: Node, before: { isFirst: boolean; lastTime: number }): RoundKind {
  if (node.user?.words === 'tool_result') return 'continue';
  if (before.isFirst) return 'new_session';
  return node.time - before.lastTime > PAUSE_MS ? 'resume' : 'new_round';
}
