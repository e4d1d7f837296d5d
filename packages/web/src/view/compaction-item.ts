import { isUser, type Node, type Turn, wordsOf } from '@unspool/session';
import { pathTo } from '@unspool/session/model';
import type { Conversation } from '../read/conversation.js';
import { LIMITS } from './limits.js';
import { addressOfLine } from './line-address.js';
import { cutText, type TextStyle } from './texts.js';
import type { CompactionItem } from './view.js';

export interface CompactionLines {
  /** Absent if the file begins after it. */
  boundary: Node | undefined;
  summary: Node | undefined;
  turn: Turn | undefined;
}

/** A compaction: where the client stopped sending earlier turns, and the summary that it sends instead. */
export function compactionItem(
  conversation: Conversation,
  { boundary, summary, turn }: CompactionLines,
  style: TextStyle,
): CompactionItem {
  const at = boundary ?? summary;
  const { line = 0, byte = 0 } = at?.place ?? {};
  return {
    type: 'compaction',
    place: { line, byte },
    ...factsOf(boundary),
    droppedTurns: turn ? droppedBefore(conversation, turn, at) : 0,
    summary: summary ? summaryText(conversation, summary, style) : null,
  };
}

export function factsOf(boundary: Node | undefined): { trigger: string; tokensBefore: number | null } {
  const { trigger, preTokens } = boundary?.extra?.compactMetadata ?? {};
  return {
    trigger: typeof trigger === 'string' ? trigger : 'unknown',
    tokensBefore: typeof preTokens === 'number' ? preTokens : null,
  };
}

/** The number of turns since the compaction before this one, which are not sent any more. */
function droppedBefore({ turns }: Conversation, turn: Turn, at: Node | undefined): number {
  let dropped = 0;
  for (const number of pathTo(turns, turn.number).reverse()) {
    const earlier = turns.turns[number - 1];
    if (!earlier) break;
    dropped++;
    if (earlier.nodes.some((node) => node.subtype === 'compact_boundary' && node.index < (at?.index ?? 0))) break;
  }
  return dropped;
}

function summaryText({ session }: Conversation, summary: Node, style: TextStyle) {
  const entry = session.read(summary);
  const text = isUser(entry) ? wordsOf(entry).text : '';
  return cutText(text, LIMITS.summary, `${addressOfLine(summary)}&of=words`, style);
}
