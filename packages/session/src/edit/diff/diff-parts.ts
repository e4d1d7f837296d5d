import { type Block, blocksOf, isText, isThinking, isToolResult, isToolUse } from '../../format/block.js';
import { isAssistant, isUser } from '../../format/entry.js';
import type { Session } from '../../model/session.js';
import type { Turn } from '../../model/turn.js';
import { askedIn } from '../asked-in.js';

export type PartKind = 'prompt' | 'text' | 'thinking' | 'call' | 'result' | 'media' | 'other';

/** One piece of a turn, as a size and a hash, so that comparing long sessions takes little memory. */
export interface Part {
  kind: PartKind;
  /** The call's id, for a call and its result. */
  id: string | undefined;
  /** The tool's name, or empty. */
  name: string;
  size: number;
  hash: string;
}

/** A turn to compare. */
export interface TurnParts {
  turn: Turn;
  words: string;
  parts: Part[];
}

export function partsOfTurn(session: Session, turn: Turn): TurnParts {
  const parts: Part[] = [];
  const names = new Map<string, string>();
  let words = '';
  for (const node of turn.nodes) {
    if (!node.user && !node.reply) continue;
    const entry = session.read(node);
    if (!isUser(entry) && !isAssistant(entry)) continue;
    const isPrompt = isUser(entry) && !blocksOf(entry.message.content).some(isToolResult);
    if (node === turn.start) words = askedIn(entry) ?? '';
    for (const block of blocksOf(entry.message.content)) {
      if (isToolUse(block)) names.set(block.id, block.name);
      parts.push(partOf(block, { isPrompt, names }));
    }
  }
  return { turn, words, parts };
}

interface Context {
  isPrompt: boolean;
  names: ReadonlyMap<string, string>;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

function partOf(block: Block, { isPrompt, names }: Context): Part {
  const part = (kind: PartKind, content: unknown, id?: string, name = ''): Part => {
    // A copy has its own ids, also in paths of outputs. They are not differences.
    const text = (typeof content === 'string' ? content : JSON.stringify(content ?? '')).replaceAll(UUID, 'id');
    return { kind, id, name, size: text.length, hash: hashOfText(text) };
  };
  if (isText(block)) return part(isPrompt ? 'prompt' : 'text', block.text);
  if (isThinking(block)) return part('thinking', block.thinking);
  if (isToolUse(block)) return part('call', block.input, block.id, block.name);
  if (isToolResult(block)) {
    return part('result', block.content, block.tool_use_id, names.get(block.tool_use_id) ?? '');
  }
  if (block.type === 'image' || block.type === 'document') return part('media', block);
  return part('other', block, undefined, block.type);
}

/** cyrb53, two 32-bit hashes in one: enough to distinguish a session's texts, and it also runs in a browser. */
function hashOfText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(16).padStart(8, '0') + (a >>> 0).toString(16).padStart(8, '0');
}
