import type { Node, Turn } from '@unspool/session';
import { isSilent } from '@unspool/session/show';
import type { Conversation } from '../read/conversation.js';
import { compactionItem } from './compaction-item.js';
import { itemsOfLine } from './line-items.js';
import { replyItems } from './reply-items.js';
import type { TextStyle } from './texts.js';
import type { Item, TurnView } from './view.js';

/** A turn with its items. */
export function turnView(conversation: Conversation, turn: Turn, style: TextStyle): TurnView {
  return { number: turn.number, id: turn.id, items: itemsOf(conversation, turn.nodes, turn, style) };
}

/** The items of one line. The first line of a reply has all items of the reply. */
export function lineItems(conversation: Conversation, node: Node, style: TextStyle): Item[] {
  const turn = conversation.turns.turns.find(({ nodes }) => nodes.includes(node));
  return itemsOf(conversation, [node], turn, style);
}

/** Lines before the first turn. */
export function preambleItems(conversation: Conversation, style: TextStyle): Item[] {
  return itemsOf(conversation, conversation.turns.preamble, undefined, style);
}

function itemsOf(conversation: Conversation, nodes: readonly Node[], turn: Turn | undefined, style: TextStyle): Item[] {
  const firstLines = new Map(turn?.replies.map((reply) => [reply.nodes[0], reply]));
  // Not with push(...items): a reply can have more items than a call can have arguments.
  return nodes.flatMap((node, at) => {
    const reply = firstLines.get(node);
    if (reply) return replyItems(conversation, reply, style);
    if (node.subtype === 'compact_boundary') {
      return compactionItem(conversation, { boundary: node, summary: summaryAfter(nodes, at), turn }, style);
    }
    if (node.user?.words === 'compact_summary') {
      if (boundaryBefore(nodes, at)) return [];
      return compactionItem(conversation, { boundary: undefined, summary: node, turn }, style);
    }
    return node.reply || isSilent(node) ? [] : itemsOfLine(conversation, node, turn, style);
  });
}

/** The summary is a few lines after its boundary, with attachments between them. */
const NEAR = 40;

function summaryAfter(nodes: readonly Node[], at: number): Node | undefined {
  for (const node of nodes.slice(at + 1, at + NEAR)) {
    if (node.user?.words === 'compact_summary') return node;
    if (node.subtype === 'compact_boundary') return undefined;
  }
  return undefined;
}

function boundaryBefore(nodes: readonly Node[], at: number): boolean {
  return nodes.slice(Math.max(0, at - NEAR), at).some((node) => node.subtype === 'compact_boundary');
}
