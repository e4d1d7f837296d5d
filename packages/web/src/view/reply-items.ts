import {
  type Block,
  isText,
  isThinking,
  isToolUse,
  type Node,
  type Reply,
  readReply,
  type ToolCall,
} from '@unspool/session';
import type { Conversation } from '../read/conversation.js';
import { LIMITS } from './limits.js';
import { addressOfLine } from './line-address.js';
import { placeOf, unknownBlock } from './line-items.js';
import { cutText, maskedLine, type TextStyle } from './texts.js';
import { timeOrNull } from './times.js';
import { toolItem } from './tool-item.js';
import type { Item } from './view.js';

/** The thinking, texts and calls of a reply, in order. */
export function replyItems(conversation: Conversation, reply: Reply, style: TextStyle): Item[] {
  const { content } = readReply(conversation.session, reply);
  const calls = new Map(reply.calls.map((call) => [call.id, call]));
  return content.flatMap((block, at): Item[] => {
    const node = nodeOfBlock(reply, at, content.length);
    const item = node && blockItem(conversation, { reply, calls, block, node, at }, style);
    return item ? [item] : [];
  });
}

interface BlockPlace {
  reply: Reply;
  /** The reply's calls by id. */
  calls: ReadonlyMap<string, ToolCall>;
  block: Block;
  node: Node;
  /** Its place in the reply. */
  at: number;
}

function blockItem(conversation: Conversation, place: BlockPlace, style: TextStyle): Item | undefined {
  const { reply, calls, block, node, at } = place;
  const address = `${addressOfLine(reply.nodes[0] ?? node)}&of=block.${at}`;
  if (isText(block)) return textItem(place, block.text, address, style);
  if (isThinking(block) || block.type === 'redacted_thinking') {
    const text = cutText(isThinking(block) ? block.thinking : '', LIMITS.thinking, address, style);
    return { type: 'thinking', place: placeOf(node), text, isHollow: text.length === 0 };
  }
  if (isToolUse(block)) {
    const call = calls.get(block.id);
    // A call that occurs twice in the file is shown only the first time.
    return call && toolItem(conversation, call, block, style);
  }
  return unknownBlock(node, block, address, style);
}

function textItem({ reply, node }: BlockPlace, words: string, address: string, style: TextStyle): Item | undefined {
  if (words.trim() === '') return undefined;
  const place = placeOf(node);
  if (reply.isApiError) {
    const text = cutText(words, LIMITS.note, address, style);
    return { type: 'note', place, label: 'API error', kind: 'api_error', text, isError: true };
  }
  const text = cutText(words, LIMITS.reply, address, style);
  return {
    type: 'text',
    place,
    text,
    model: reply.model === undefined ? null : maskedLine(reply.model, style),
    at: timeOrNull(node.time),
  };
}

/** Usually there is one line per block. If a line has several, they share its place. */
function nodeOfBlock({ nodes }: Reply, at: number, blocks: number): Node | undefined {
  return nodes.length === blocks ? nodes[at] : nodes[Math.min(at, nodes.length - 1)];
}
