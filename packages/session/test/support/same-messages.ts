import { createHash } from 'node:crypto';
import type { Block, Content } from '../../src/format/block.js';

/**
 * What counts as the same messages: roles, blocks and their order, without what depends on the day and the machine
 * (reminders, cache marks, which referenced tools are offered).
 */
export interface LooseMessage {
  role: string;
  content: Content;
}

export function normalMessages(messages: readonly LooseMessage[]): { role: string; blocks: string[] }[] {
  return messages
    .filter((message) => message.role !== 'system')
    .map((message) => ({
      role: message.role,
      blocks: blocks(message.content)
        .map(normalBlock)
        .filter((block) => block !== 'text ' && block !== 'text Tool loaded.'),
    }))
    .filter((message) => message.blocks.length > 0);
}

/** Returns a short hash per message, for long sessions. */
export function digests(messages: readonly LooseMessage[]): string[] {
  return normalMessages(messages).map((message) => {
    const hash = createHash('sha256').update(JSON.stringify(message.blocks)).digest('hex').slice(0, 16);
    return `${message.role} ${hash}`;
  });
}

function blocks(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (content ?? []) as Block[];
}

function withoutReminders(text: string): string {
  return text.replace(/\n*<system-reminder>[\s\S]*?<\/system-reminder>\n*/g, '').trim();
}

function json(block: Block): string {
  return JSON.stringify({ ...block, cache_control: undefined });
}

function normalBlock(block: Block): string {
  const loose = block as { [key: string]: unknown };
  switch (block.type) {
    case 'text':
      return `text ${withoutReminders(String(loose['text']))}`;
    case 'tool_use':
      return `tool_use ${loose['id']} ${loose['name']} ${JSON.stringify(loose['input'])}`;
    case 'tool_result':
      return normalResult(loose);
    case 'thinking':
      return `thinking ${loose['thinking']} ${loose['signature'] ?? ''}`;
    case 'redacted_thinking':
      return `redacted_thinking ${loose['data'] ?? ''}`;
    default:
      return `${block.type} ${json(block)}`;
  }
}

function normalResult(block: { [key: string]: unknown }): string {
  const parts = blocks(block['content']);
  const isReference = (part: Block) =>
    part.type === 'tool_reference' ||
    (part.type === 'text' && String((part as { text?: unknown }).text).startsWith('[Tool references removed'));
  if (parts.length > 0 && parts.every(isReference)) return `tool_result ${block['tool_use_id']} [tool references]`;
  const text = parts
    .map((part) => (part.type === 'text' ? withoutReminders(String((part as { text?: unknown }).text)) : json(part)))
    .join('\n')
    .trim();
  const state = block['is_error'] ? 'error' : 'ok';
  const shown = text.startsWith('[Tool call interrupted') ? '[Tool call interrupted' : text;
  return `tool_result ${block['tool_use_id']} ${state} ${shown}`;
}
