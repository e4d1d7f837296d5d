import { type Block, isText, type ToolResultBlock } from '../format/block.js';
import { type Entry, isAssistant, isSystem, isUser } from '../format/entry.js';
import { isAnswer } from './block-kinds.js';
import { cutResult, type StandIns } from './cut-results.js';

export const NO_CONTENT: Block = { type: 'text', text: '(no content)' };

/** What one line adds to a user message. */
export interface Part {
  isResultLine: boolean;
  /** Nothing of the line is sent, but it separates the replies on both sides. */
  isSilent: boolean;
  /** Reminders come between the text before and this part. */
  isApart: boolean;
  blocks: Block[];
  /** D10: set on parts that move before the text of their message, lowest first. */
  rises?: number;
}

export const SILENT: Part = { isResultLine: false, isSilent: true, isApart: false, blocks: [] };

export function partOf(blocks: Block[]): Part {
  return { isResultLine: blocks.some(isAnswer), isSilent: false, isApart: false, blocks };
}

/** D1: returns the sent part of a user or system line. */
export function partOfLine(entry: Entry, standIns: StandIns): Part | undefined {
  if (isSystem(entry)) {
    if (!isSentCommand(entry)) return undefined;
    if (entry.content === undefined) return partOf([NO_CONTENT]);
    return typeof entry.content === 'string' ? partOf([{ type: 'text', text: entry.content }]) : undefined;
  }
  if (!isUser(entry) || entry.isVirtual) return undefined;
  const { content } = entry.message;
  if (content.length === 0 && typeof content !== 'string') return undefined;
  // A notification is sent as a reminder, which is not part of the conversation.
  if (entry.origin?.kind === 'task-notification') return SILENT;
  if (typeof content === 'string') return content.trim() === '' ? SILENT : partOf([{ type: 'text', text: content }]);
  return partOf(content.map((block) => (isAnswer(block) ? cutResult(sentResult(block), standIns) : block)));
}

/** G2: a local command that is only displayed is not sent. */
function isSentCommand(entry: Entry): boolean {
  return isSystem(entry) && entry.subtype === 'local_command' && entry.isDisplayOnly !== true;
}

/** D9: an error keeps only its text. Content that is neither text nor a list becomes JSON text. */
function sentResult(block: ToolResultBlock): ToolResultBlock {
  const { content } = block;
  if (Array.isArray(content)) {
    return block.is_error ? { ...block, content: content.filter((part) => part?.type === 'text') } : block;
  }
  const isOther = typeof content !== 'string' && content !== undefined && content !== null;
  return isOther ? { ...block, content: JSON.stringify(content) } : block;
}

/** E4: the next prompt. The client's reminders come before it if a reply is last, even one that is not sent. */
export function promptPart(prompt: string, entries: readonly Entry[]): Part {
  const last = entries.findLast((entry) => isUser(entry) || isAssistant(entry) || isSentCommand(entry));
  return { ...partOf([{ type: 'text', text: prompt }]), isApart: last !== undefined && isAssistant(last) };
}

export function reminderPart(reminders: string[]): Part | undefined {
  return reminders.length === 0 ? undefined : partOf(reminders.map((text) => ({ type: 'text', text })));
}

/**
 * D2: the blocks of a user message. With several lines, results go first, and text followed by another line's text
 * gets a line break. Blank text is dropped.
 */
export function blocksOfParts(parts: readonly Part[]): Block[] {
  const [only] = parts;
  if (only && parts.length === 1) return only.blocks.filter(isNotBlank);
  const results: Block[] = [];
  const others: Block[] = [];
  for (const { blocks, isApart } of parts) {
    const before = others.at(-1);
    if (!isApart && before && isText(before) && blocks[0] && isText(blocks[0])) {
      others[others.length - 1] = { ...before, text: `${before.text}\n` };
    }
    for (const block of blocks) (isAnswer(block) ? results : others).push(block);
  }
  return [...results, ...others.filter(isNotBlank)];
}

const isNotBlank = (block: Block) => !isText(block) || block.text.trim() !== '';
