import type { ResumeLine } from './resume-line.js';

/** Whether a line is a note of the client outside the conversation: not a prompt, a reply or the result of a call. */
export function isAside({ node }: ResumeLine): boolean {
  if (node.isSidechain) return false;
  if (node.type === 'system') return node.subtype !== 'compact_boundary';
  if (node.type === 'attachment') return true;
  return node.user?.isMeta === true && node.user.results.length === 0;
}
