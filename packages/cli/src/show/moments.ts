import { isAttachment, isSystem, isUser, type Node, readReply, type Turn, type Words, wordsOf } from '@unspool/session';
import { isProgress } from '@unspool/session/read';
import { attachmentAside, contextLabel, hookAside, isSilent, queuedPrompt, wordsAside } from '@unspool/session/show';
import type { Conversation } from './conversation.js';
import { entrySize } from './entry-size.js';
import type { Moment } from './moment.js';
import { systemMoment } from './system-moment.js';

/** Reads a turn line by line. Holds only one entry, or the lines of one reply, at a time. */
export function* momentsOf(conversation: Conversation, turn: Turn): Generator<Moment> {
  const firstLines = new Map(turn.replies.map((reply) => [reply.nodes[0], reply]));
  for (const node of turn.nodes) {
    const reply = firstLines.get(node);
    if (reply) yield { kind: 'reply', node, reply, message: readReply(conversation.session, reply) };
    else if (!node.reply) yield* momentsOfLine(conversation, node, turn.start);
  }
}

/** Lines before the first turn. */
export function* preambleMoments(conversation: Conversation): Generator<Moment> {
  for (const node of conversation.turns.preamble) yield* momentsOfLine(conversation, node, undefined);
}

function* momentsOfLine(conversation: Conversation, node: Node, start: Node | undefined): Generator<Moment> {
  if (node.user?.results.length) {
    const { calls } = conversation.turns.pairing;
    for (const { tool_use_id } of node.user.results) {
      if (!calls.has(tool_use_id)) yield { kind: 'lost_result', node, tool_use_id };
    }
    return;
  }
  if (isSilent(node)) return;
  const entry = conversation.session.read(node);
  if (isUser(entry)) yield* momentsOfWords(node, wordsOf(entry), start);
  else if (isSystem(entry)) yield* systemMoment(entry, node);
  else if (isAttachment(entry)) {
    const words = queuedPrompt(entry);
    if (words) yield { kind: 'words', node, words, isQueued: true };
    else yield { kind: 'aside', node, aside: attachmentAside(entry) };
  } else if (isProgress(entry)) yield { kind: 'aside', node, aside: hookAside(entry.data) };
  else
    yield {
      kind: 'aside',
      node,
      aside: { label: `${node.type || 'unknown'} line`, size: entrySize(node, entry), text: '' },
    };
}

function* momentsOfWords(node: Node, words: Words, start: Node | undefined): Generator<Moment> {
  switch (words.kind) {
    case 'prompt':
      yield { kind: 'words', node, words, isQueued: start !== undefined && node !== start };
      break;
    case 'command':
    case 'bash':
      yield { kind: 'words', node, words, isQueued: false };
      break;
    case 'interruption':
      yield { kind: 'notice', node, notice: { tone: 'warning', text: words.text.replace(/^\[|\]$/g, '') } };
      break;
    default:
      yield { kind: 'aside', node, aside: wordsAside(words) };
  }
  for (const { kind, text } of words.ideContext) {
    yield { kind: 'aside', node, aside: { label: contextLabel(kind), size: Buffer.byteLength(text), text } };
  }
}
