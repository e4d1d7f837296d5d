import type { Entry } from '../format/entry.js';
import { isUuid } from '../locate/session-id.js';
import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import { type Chain, chainOf } from './chain.js';
import { cleanUp } from './clean.js';
import { linesOf } from './lines.js';
import { LongTexts } from './long-texts.js';
import { type ApiMessage, type DatedMessage, type MessageOptions, messagesOf } from './messages.js';
import { modelAsked } from './model.js';
import { pairCalls } from './pair.js';
import type { ResumeLine } from './resume-line.js';
import { wellFormed } from './well-formed.js';

/** How the client reads a session: whether it resumes, why not, and the messages it sends. */
export interface Resumed {
  /** Whether the client resumes the file at all. */
  resumed: boolean;
  /** Why not, or what the client changes silently. */
  reasons: Reason[];
  messages: ApiMessage[];
}

/** Why the client does not resume a session, or what it changes silently. */
export interface Reason {
  kind: ReasonKind;
  message: string;
}

export type ReasonKind =
  | 'not_a_session_id'
  | 'no_conversation'
  | 'no_timestamp'
  | 'other_branch'
  | 'line_too_long'
  | 'calls_interrupted'
  | 'calls_dropped';

/** Like `Resumed`, with messages that are read one by one. */
export interface StreamedResume<Message = ApiMessage> {
  resumed: boolean;
  reasons: Reason[];
  count: number;
  /** Reads the content of each message from the file only when it is iterated. */
  messages: Iterable<Message>;
}

interface ResumeOptions {
  withReminders?: boolean;
}

/**
 * Returns the messages that the newest client sends when it resumes this session, with the next prompt if there is one.
 * They follow the rules of docs/resume.md, by their codes. Reminders are left out because the client recreates most of
 * them; `withReminders` includes those that another client cannot create itself.
 */
export function resume(session: Session, prompt?: string, options: ResumeOptions = {}): Resumed {
  const { messages, ...rest } = messagesRead(session, (node) => session.read(node), { prompt, ...options });
  return { ...rest, messages: wellFormed(messages).map(sent) };
}

/** Returns the same messages as `resume`, for sessions of any size: only the beginnings of all texts are in memory. */
export function streamResume(session: Session, prompt?: string, options: ResumeOptions = {}): StreamedResume {
  const { messages, ...rest } = streamConversation(session, prompt, options);
  return { ...rest, messages: mapped(messages, sent) };
}

/** Returns the messages of `streamResume` with their times and models. */
export function streamConversation(
  session: Session,
  prompt?: string,
  options: ResumeOptions = {},
): StreamedResume<DatedMessage> {
  const texts = new LongTexts((line) => {
    const node = session.nodes[line];
    return node ? session.read(node) : {};
  });
  const read = (node: Node) => texts.shorten(session.read(node), node.index);
  const { messages, ...rest } = messagesRead(session, read, { prompt, ...options });
  const restored = mapped(messages, (message) => wellFormed(texts.restore(message)));
  return { ...rest, count: messages.length, messages: restored };
}

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
}

function sent({ role, content }: DatedMessage): ApiMessage {
  return { role, content };
}

interface Read extends Resumed {
  messages: DatedMessage[];
}

function messagesRead(session: Session, read: (node: Node) => Entry, options: Omit<MessageOptions, 'model'>): Read {
  const plan = planResume(session);
  if (!plan.chain) return { resumed: false, reasons: plan.reasons, messages: [] };
  const cleaned = cleanUp(plan.chain.lines.map((line) => read(line.node)));
  const model = modelAsked(cleaned.entries);
  const messages = pairCalls(messagesOf(cleaned.entries, { ...options, model }));
  const reasons = [...plan.reasons];
  if (cleaned.interruptedCalls.length > 0) {
    reasons.push({
      kind: 'calls_interrupted',
      message: `${cleaned.interruptedCalls.length} open tool calls at the end get an error as their result`,
    });
  }
  if (cleaned.droppedCalls.length > 0) {
    reasons.push({
      kind: 'calls_dropped',
      message: `${cleaned.droppedCalls.length} tool calls without a result are dropped, with the text on their lines`,
    });
  }
  return { resumed: true, reasons, messages };
}

export interface ResumePlan {
  /** Absent if the client refuses the file. */
  chain: Chain | undefined;
  reasons: Reason[];
}

/** B3: returns the line whose timestamp the client needs: the last user or assistant line, otherwise the tip. */
export function endOf({ ancestry, tip }: Chain): ResumeLine {
  return ancestry.findLast((line) => line.node.user || line.node.reply) ?? tip;
}

/** Returns whether the client resumes a session, and from where (B3). Reads no content. */
export function planResume(session: Session): ResumePlan {
  const refuse = (kind: ReasonKind, message: string): ResumePlan => ({
    chain: undefined,
    reasons: [{ kind, message }],
  });
  if (!isUuid(session.sessionId)) {
    return refuse(
      'not_a_session_id',
      `the client resumes by id, and "${session.sessionId}" is not a UUID; rename the file`,
    );
  }
  const chain = chainOf({ lines: linesOf(session.nodes), nodes: session.nodes });
  if (!chain) return refuse('no_conversation', 'no line belongs to the main conversation');
  if (chain.tip.node.isSidechain) {
    const { line, byte } = chain.tip.node.place;
    return refuse('no_conversation', `the conversation ends at line ${line} (byte ${byte}), which is a sub-agent's`);
  }
  const last = endOf(chain);
  if (Number.isNaN(last.node.time)) {
    return refuse(
      'no_timestamp',
      `line ${last.node.place.line} (byte ${last.node.place.byte}), the end of the conversation, has no valid timestamp`,
    );
  }
  const reasons: Reason[] = [];
  if (chain.movedByLastPrompt) {
    reasons.push({
      kind: 'other_branch',
      message: `a last-prompt line moves the conversation to the branch that ends at line ${chain.tip.node.place.line}`,
    });
  }
  return { chain, reasons };
}
