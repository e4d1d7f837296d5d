import type { Node } from '../model/node.js';

/** Lines of state, of which the last counts. They belong to the session and not to a turn. */
const STATE = new Set(
  `summary file-history-snapshot file-history-delta queue-operation last-prompt mode permission-mode ai-title
  custom-title agent-name agent-setting tag pr-link bridge-session frame-link tools-used cost-state atis-latch
  worktree-state relocated api-request api-request-shape api-request-blob`.split(/\s+/),
);

/**
 * Whether a line shows nothing, such as progress of a running tool: its outcome is in the result. Hooks that ran are
 * counted.
 */
export function isSilent(node: Node): boolean {
  if (node.type === 'progress') return node.subtype !== 'hook_progress';
  if (node.type === 'system') return node.subtype === 'turn_duration';
  return STATE.has(node.type);
}
