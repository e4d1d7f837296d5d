import {
  type Block,
  type Entry,
  isAttachment,
  isSystem,
  isText,
  isUser,
  type Node,
  type SystemEntry,
  type Turn,
  type UserEntry,
  type Words,
  wordsOf,
} from '@unspool/session';
import { agentMessages } from '@unspool/session/model';
import { blocksOf, isProgress } from '@unspool/session/read';
import {
  type Aside,
  attachmentAside,
  hookAside,
  jsonText,
  queuedPrompt,
  systemLabel,
  typedText,
  wordsAside,
} from '@unspool/session/show';
import type { Conversation } from '../read/conversation.js';
import { LIMITS } from './limits.js';
import { addressOfLine } from './line-address.js';
import { mediaViews } from './media.js';
import { cutText, maskedLine, type TextStyle } from './texts.js';
import { timeOrNull } from './times.js';
import type { Item, NoteItem, Place, UnknownItem, WordsItem } from './view.js';

/** The items of a line that is not part of a reply. */
export function itemsOfLine(conversation: Conversation, node: Node, turn: Turn | undefined, style: TextStyle): Item[] {
  if (node.user?.results.length) return lostResults(conversation, node, style);
  const entry = conversation.session.read(node);
  if (isUser(entry)) return userItems(node, entry, turn, style);
  if (isAttachment(entry)) {
    const words = queuedPrompt(entry);
    return [words ? wordsItem(node, words, turn, style) : noteOf(node, attachmentAside(entry), style)];
  }
  if (isSystem(entry)) return [systemItem(entry, node, style)];
  if (isProgress(entry)) return [noteOf(node, hookAside(entry.data), style)];
  return [unknownItem(node, `Unknown line: ${node.type || 'no type'}`, entry, style)];
}

/** The words, and each block that no known version writes there. */
function userItems(node: Node, entry: UserEntry, turn: Turn | undefined, style: TextStyle): Item[] {
  const messages = messageItems(node, entry, style);
  if (messages.length > 0) return messages;
  const words = wordsItem(node, wordsOf(entry), turn, style);
  const unknown = blocksOf(entry.message.content).flatMap((block, at) =>
    isKnown(block) ? [] : [unknownBlock(node, block, `${addressOfLine(node)}&of=entry.${at}`, style)],
  );
  return unknown.length > 0 && isEmpty(words) ? unknown : [words, ...unknown];
}

/** A line with nothing but messages of other agents. Their status reports, which are JSON, are left as notes. */
function messageItems(node: Node, entry: UserEntry, style: TextStyle): WordsItem[] {
  const words = wordsOf(entry);
  if (words.kind !== 'injected') return [];
  const messages = agentMessages(words.text);
  if (messages.length === 0 || messages.every(({ text }) => text.startsWith('{'))) return [];
  return messages.map(({ from, text }, at) => ({
    type: 'words',
    place: placeOf(node),
    kind: 'message',
    part: at,
    from: maskedLine(from.slice(0, LIMITS.argument), style),
    text: cutText(text, LIMITS.words, `${addressOfLine(node)}&of=message.${at}`, style),
    command: null,
    context: [],
    media: [],
    at: timeOrNull(node.time),
  }));
}

function isKnown(block: Block): boolean {
  return isText(block) || block?.type === 'image' || block?.type === 'document' || block?.type === 'tool_result';
}

function isEmpty(item: WordsItem | NoteItem): boolean {
  if (item.text.length > 0) return false;
  return item.type === 'note' || (item.media.length === 0 && item.context.length === 0 && item.command === null);
}

function wordsItem(node: Node, words: Words, turn: Turn | undefined, style: TextStyle): WordsItem | NoteItem {
  if (words.kind === 'injected') return noteOf(node, wordsAside(words), style, 'injected');
  const isQueued = words.kind === 'prompt' && turn !== undefined && node !== turn.start;
  const kind = isQueued ? 'queued' : words.kind;
  const { command } = words;
  return {
    type: 'words',
    place: placeOf(node),
    kind: kind === 'tool_result' || kind === 'compact_summary' ? 'injected' : kind,
    text: cutText(shownText(words), LIMITS.words, `${addressOfLine(node)}&of=words`, style),
    command: command
      ? { name: command.name, args: cutText(command.args, LIMITS.words, `${addressOfLine(node)}&of=words`, style).text }
      : null,
    context: words.ideContext.map((context, at) => ({
      kind: context.kind,
      text: cutText(context.text, LIMITS.context, `${addressOfLine(node)}&of=context.${at}`, style),
    })),
    media: mediaViews(words.media, addressOfLine(node), style),
    at: timeOrNull(node.time),
  };
}

/** The text without the client's tags. */
function shownText(words: Words): string {
  switch (words.kind) {
    case 'command':
      return typedText(words);
    case 'command_output':
    case 'bash_output':
    case 'bash':
      return words.text.replace(/<\/?(local-command-(stdout|stderr)|bash-(input|stdout|stderr))>/g, '').trim();
    default:
      return words.text;
  }
}

function systemItem(entry: SystemEntry, node: Node, style: TextStyle): Item {
  const content = typeof entry.content === 'string' ? entry.content : '';
  if (entry.subtype === 'local_command') {
    const words = wordsOf({ type: 'user', message: { role: 'user', content } });
    return wordsItem(node, words, undefined, style);
  }
  const text = content || errorText(entry) || hookErrors(entry);
  const aside = { label: systemLabel(entry), size: text.length, text };
  return noteOf(node, aside, style, node.subtype ?? 'system', isSystemError(entry));
}

function isSystemError(entry: SystemEntry): boolean {
  const { subtype, level } = entry;
  if (subtype === 'stop_hook_summary') return hookErrors(entry) !== '';
  return subtype === 'api_error' || subtype === 'model_refusal_fallback' || level === 'error';
}

/** The client retries after many errors, and may not have recorded what happened. */
function errorText({ error, retryAttempt, maxRetries }: SystemEntry): string {
  const text = jsonOf(error);
  const saysNothing = !/[^\s{}[\],]/.test(text.replace(/"[^"]*":/g, ''));
  const retry = retryAttempt === undefined ? '' : `Retry ${retryAttempt} of ${maxRetries ?? '?'}`;
  return [saysNothing ? '' : text, retry].filter(Boolean).join('\n');
}

function hookErrors({ hookErrors: errors, stopReason }: SystemEntry): string {
  return [stopReason ?? '', ...(Array.isArray(errors) ? errors.map(String) : [])].filter(Boolean).join('\n');
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : jsonText(value, 2);
}

function noteOf(
  node: Node,
  aside: Aside,
  style: TextStyle,
  kind = node.subtype ?? node.type,
  isError = false,
): NoteItem {
  return {
    type: 'note',
    place: placeOf(node),
    label: aside.label.charAt(0).toUpperCase() + aside.label.slice(1),
    kind: aside.isContext ? 'context' : kind,
    text: cutText(aside.text, LIMITS.note, `${addressOfLine(node)}&of=note`, style),
    isError: isError || /error/.test(node.subtype ?? ''),
  };
}

function lostResults({ turns, session }: Conversation, node: Node, style: TextStyle): UnknownItem[] {
  const lost = node.user?.results.filter(({ tool_use_id }) => !turns.pairing.calls.has(tool_use_id)) ?? [];
  return lost.map(() => unknownItem(node, 'Result of a call that is not in the file', session.read(node), style));
}

function unknownItem(node: Node, label: string, entry: Entry, style: TextStyle): UnknownItem {
  return {
    type: 'unknown',
    place: placeOf(node),
    label,
    text: cutText(jsonText(entry, 2), LIMITS.unknown, `${addressOfLine(node)}&of=entry`, style),
  };
}

/** A block of an unknown kind. */
export function unknownBlock(node: Node, block: Block, address: string, style: TextStyle): UnknownItem {
  const label = `Unknown block: ${typeof block?.type === 'string' ? block.type : 'no type'}`;
  return {
    type: 'unknown',
    place: placeOf(node),
    label,
    text: cutText(jsonText(block, 2), LIMITS.unknown, address, style),
  };
}

export function placeOf({ place }: Node): Place {
  return { line: place.line, byte: place.byte };
}
