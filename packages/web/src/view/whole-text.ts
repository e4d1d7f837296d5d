import { mask } from '@unspool/redact';
import {
  type Entry,
  isAttachment,
  isSystem,
  isText,
  isThinking,
  isUser,
  type Node,
  readReply,
  wordsOf,
} from '@unspool/session';
import { blocksOf, isProgress, readRange } from '@unspool/session/read';
import { attachmentAside, hookAside, jsonText, queuedPrompt, wordsAside } from '@unspool/session/show';
import { readCall } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { oddLineAt } from '../read/odd-line.js';
import { textField } from './body/field.js';
import { readFileOf } from './body/file-body.js';
import { printed } from './body/terminal-body.js';
import { WHOLE } from './limits.js';
import { lineAt } from './line-address.js';
import { contextOf, shownText } from './line-items.js';
import type { TextStyle } from './texts.js';
import { outputOf } from './tool-detail.js';
import type { CutText } from './view.js';

/** Which text: of a line (see line-address.ts) or of a call. */
export interface WholeTextRequest {
  line: string | undefined;
  call: string | undefined;
  of: string;
  offset: number;
}

/** The whole of a text that was cut, a part at a time; undefined when there is none at this address. */
export function wholeText(
  conversation: Conversation,
  request: WholeTextRequest,
  style: TextStyle,
): CutText | undefined {
  const { line, call, of, offset } = request;
  const text = call === undefined ? lineText(conversation, line, of) : callText(conversation, call, of);
  if (text === undefined) return undefined;
  const address = `${call === undefined ? `line=${line}` : `call=${encodeURIComponent(call)}`}&of=${of}`;
  const shown = style.isRevealed ? { text, ranges: [] } : mask(text);
  return {
    text: shown.text.slice(offset, offset + WHOLE),
    length: shown.text.length,
    isCut: offset + WHOLE < shown.text.length,
    masked: shown.ranges.length,
    href: `${style.path}/text?${address}`,
  };
}

function lineText(conversation: Conversation, line: string | undefined, of: string): string | undefined {
  const node = lineAt(conversation.session, line ?? '');
  if (!node) return of === 'raw' ? oddLineAt(conversation, Number(line))?.text : undefined;
  const [kind, at] = of.split('.');
  if (kind === 'block') return blockText(conversation, node, Number(at));
  if (kind === 'raw') return new TextDecoder().decode(readRange(conversation.file, node.place.byte, node.place.length));
  const entry = conversation.session.read(node);
  switch (kind) {
    case 'words':
      return wordsText(entry);
    case 'context':
      return isUser(entry) ? contextOf(wordsOf(entry))[Number(at)]?.text : undefined;
    case 'note':
      return noteText(entry);
    case 'entry':
      return jsonText(at === undefined ? entry : blockOf(entry, Number(at)), 2);
    default:
      return undefined;
  }
}

function blockOf(entry: Entry, at: number): unknown {
  return isUser(entry) ? blocksOf(entry.message.content)[at] : undefined;
}

function wordsText(entry: Entry): string | undefined {
  if (isUser(entry)) return shownText(wordsOf(entry));
  if (isAttachment(entry)) return queuedPrompt(entry)?.text;
  if (!isSystem(entry) || typeof entry.content !== 'string') return undefined;
  return shownText(wordsOf({ type: 'user', message: { role: 'user', content: entry.content } }));
}

function noteText(entry: Entry): string | undefined {
  if (isUser(entry)) return wordsAside(wordsOf(entry)).text;
  if (isAttachment(entry)) return attachmentAside(entry).text;
  if (isProgress(entry)) return hookAside(entry.data).text;
  if (isSystem(entry) && typeof entry.content === 'string' && entry.content !== '') return entry.content;
  return jsonText(entry, 2);
}

function blockText(conversation: Conversation, node: Node, at: number): string | undefined {
  for (const turn of conversation.turns.turns) {
    const reply = turn.replies.find((each) => each.nodes[0]?.index === node.index);
    if (!reply) continue;
    const block = readReply(conversation.session, reply).content[at];
    if (!block) return undefined;
    if (isText(block)) return block.text;
    return isThinking(block) ? block.thinking : jsonText(block, 2);
  }
  return undefined;
}

/** An offloaded output of many megabytes is read as far as a page can show it. */
function callText(conversation: Conversation, callId: string, of: string): string | undefined {
  const call = conversation.turns.pairing.calls.get(callId);
  if (!call) return undefined;
  const content = readCall(conversation, call);
  switch (of) {
    case 'input':
      return jsonText(content.input, 2);
    case 'output':
      return outputOf(content, WHOLE);
    case 'printed':
      return printed(content, outputOf(content, WHOLE));
    case 'file':
      return readFileOf(content, outputOf(content, WHOLE))?.text;
    case 'prompt':
      return textField(content.input, 'prompt');
    default:
      return undefined;
  }
}
