import { type Block, isText, isThinking, isToolUse, type Reply, type ReplyMessage } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { markdownLines } from '../terminal/markdown.js';
import { plural, shortNumber } from '../terminal/numbers.js';
import type { Page } from '../terminal/page.js';
import { safe, safeLine } from '../terminal/safe.js';
import { wrap } from '../terminal/wrap.js';
import { shownText } from './block-text.js';
import { readCall } from './call-details.js';
import { cutText } from './cut-text.js';
import type { Place } from './place.js';
import { printCall } from './print-call.js';

/** A reply in its original order: thinking, text, calls. */
export function printReply(reply: Reply, message: ReplyMessage, page: Page, place: Place): void {
  if (reply.isApiError) {
    const text = message.content.map(shownText).join(' ');
    page.gap();
    page.lines(wrap(`✗ ${safe(text).trim() || 'API error'}`, page.columns, page.paint.red));
    return;
  }
  const calls = new Map(reply.calls.map((call) => [call.id, call]));
  for (const block of message.content) {
    const call = isToolUse(block) ? calls.get(block.id) : undefined;
    if (!isToolUse(block)) printBlock(block, page, place);
    else if (call) {
      const input = isObject(block.input) ? block.input : {};
      printCall(readCall(place.conversation, call, input), page, place);
    } else page.line(page.paint.dim(`  ${safeLine(block.name)}: a copy of a call shown above`));
  }
}

function printBlock(block: Block, page: Page, { detail }: Place): void {
  const { paint } = page;
  if (isText(block)) {
    if (block.text.trim() === '') return;
    page.gap();
    page.lines(markdownLines(safe(block.text).trimEnd(), page.columns, paint));
    page.gap();
    return;
  }
  if (block.type === 'thinking' || block.type === 'redacted_thinking') {
    const text = isThinking(block) ? block.thinking : '';
    page.line(paint.dim(paint.italic(thought(text))));
    if (!detail.isFull || text.trim() === '') return;
    const inner = page.inside(paint.dim('│ '));
    const cut = cutText(text, detail.maxLines, detail);
    inner.lines(wrap(safe(cut.text).trim(), inner.columns, paint.dim));
    if (cut.missing !== undefined) inner.lines(wrap(cut.missing, inner.columns, paint.dim));
    return;
  }
  const { text } = cutText(shownText(block), detail.isFull ? detail.maxLines : 1, detail);
  page.lines(wrap(safe(`${block.type}: ${text}`), page.columns, paint.dim));
}

function thought(text: string): string {
  if (text === '') return 'thought, not recorded';
  if (text.length < 1000) return `thought, ${plural(text.length, 'character')}`;
  return `thought, ${shortNumber(text.length)} characters`;
}
