import type { ResumeLine } from './resume-line.js';

/** A note of the client beside the conversation: neither a prompt nor a reply, nor the result of a call. */
export function isAside({ node }: ResumeLine): boolean {
  if (node.isSidechain) return false;
  if (node.type === 'system') return node.subtype !== 'compact_boundary';
  if (node.type === 'attachment') return true;
  return node.user?.isMeta === true && node.user.results.length === 0;
}
