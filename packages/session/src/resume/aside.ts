import type { ResumeLine } from './resume-line.js';

/** Nobody's words: what the client noted beside the conversation. */
export function isAside({ node }: ResumeLine): boolean {
  if (node.isSidechain) return false;
  if (node.type === 'system') return node.subtype !== 'compact_boundary';
  if (node.type === 'attachment') return true;
  return node.user?.isMeta === true && node.user.results.length === 0;
}
