import { type ApiMessage, type Block, isToolResult } from '@unspool/session';
import { withoutThinking } from '@unspool/session/resume';
import type { Thread } from '../chat/thread.js';
import { askModel } from '../loop/ask-model.js';
import type { ModelRequest } from '../loop/model-call.js';
import { isTooLong } from '../loop/too-long.js';

export interface CompactRequest {
  trigger: 'auto' | 'manual';
  /** The user's instructions for the summary. */
  instructions: string;
  /** The file that holds the whole conversation. */
  file: string;
  signal: AbortSignal;
}

export type Compacted = { kind: 'done'; summary: string } | { kind: 'failed'; why: string } | { kind: 'interrupted' };

/** Tokens kept free for the reply, and for what a turn adds before the next check. */
const RESERVE = 33_000;
const TRIES = 3;

export function isNearLimit(contextTokens: number, contextWindow: number): boolean {
  return contextTokens > Math.max(contextWindow - RESERVE, contextWindow * 0.5);
}

const ASK = `Make room: write a summary of the whole conversation above, for yourself. It will replace the conversation, so it must contain everything needed to continue:
1. Everything the user asked for, in their own words where the wording matters.
2. What was decided and why; rules and preferences the user stated.
3. Files read, created or changed, with their paths and what matters in them; code where it will be needed.
4. Errors that occurred and how they were solved.
5. What is done, what is not, and the very next step, if there is one.
Do not call any tools. Put the summary between <summary> and </summary>.`;

/**
 * Replaces the whole conversation with the model's summary of it, so that no call is separated from its result. The
 * caller makes sure that every call has a result.
 */
export async function compact(thread: Thread, request: CompactRequest): Promise<Compacted> {
  const { options } = thread;
  const { conversation, tell: report, world } = options;
  const startedAt = world.now();
  const preTokens = thread.contextTokens;
  report({ type: 'compaction_started', trigger: request.trigger, preTokens });
  const asked = await askForSummary(thread, request);
  if (asked.kind !== 'done') return asked;
  const summary = withFrame(asked.summary, request);
  const postTokens = Math.round(summary.length / 4);
  report({
    type: 'compaction',
    trigger: request.trigger,
    preTokens,
    postTokens,
    durationMs: world.now() - startedAt,
    summary,
  });
  conversation.replaceAll([{ role: 'user', content: [{ type: 'text', text: summary }] }]);
  thread.contextTokens = postTokens;
  return { ...asked, summary };
}

/** Asks for the summary. If even this request is too long, leaves out the oldest part, then cuts long texts. */
async function askForSummary(thread: Thread, request: CompactRequest): Promise<Compacted> {
  const { callModel, world, counter, conversation } = thread.options;
  let messages: readonly ApiMessage[] = conversation.messages;
  let why = 'there is nothing to summarise';
  for (let tried = 0; tried < TRIES && messages.length > 0; tried++) {
    const asking = { callModel, signal: request.signal, tell: () => {}, clock: world, maxRetries: 3 };
    const ask = (sent: readonly ApiMessage[]) => summaryRequest(thread.request(), sent, request.instructions);
    const asked = await askModel(ask(messages), asking, () => ask(messages.map(withThinkingRemoved)));
    if (asked.kind === 'interrupted') return { kind: 'interrupted' };
    if (asked.kind !== 'failed') {
      counter.add(asked.reply.model, asked.reply.usage, asked.apiMs);
      const words = asked.reply.blocks.map(({ block }) => (block as { text?: string }).text ?? '').join('');
      const summary = bare(words);
      if (summary !== '') return { kind: 'done', summary };
      why = 'the model returned no summary';
    } else {
      why = asked.failure.message;
      if (!isTooLong(asked.failure)) break;
    }
    messages = tried === 0 ? newerHalf(messages) : messages.map(shortened);
  }
  return { kind: 'failed', why };
}

function withThinkingRemoved({ role, content }: ApiMessage): ApiMessage {
  return { role, content: withoutThinking(content) };
}

/** Keeps the tools and system prompt, so that they stay cached, but forbids calls. */
function summaryRequest(base: ModelRequest, messages: readonly ApiMessage[], instructions: string): ModelRequest {
  const wish = instructions.trim() === '' ? '' : `\n\nThe user asks in particular for this: ${instructions.trim()}`;
  const ask = { type: 'text' as const, text: `${ASK}${wish}` };
  const last = messages.at(-1);
  const asked: ApiMessage[] =
    last?.role === 'user'
      ? [...messages.slice(0, -1), { role: 'user', content: [...last.content, ask] }]
      : [...messages, { role: 'user', content: [ask] }];
  return { ...base, messages: asked, ...(base.tools.length > 0 && { tool_choice: { type: 'none' } }) };
}

/** Begins with text or a reply, since the API refuses a result without its call. */
function newerHalf(messages: readonly ApiMessage[]): readonly ApiMessage[] {
  const half = Math.max(1, messages.length >> 1);
  const from = messages.findIndex(
    ({ role, content }, at) => at >= half && (role === 'assistant' || !content.some(isToolResult)),
  );
  if (from === -1) return messages;
  const left: ApiMessage = { role: 'user', content: [{ type: 'text', text: '[Earlier messages left out.]' }] };
  return messages[from]?.role === 'assistant' ? [left, ...messages.slice(from)] : messages.slice(from);
}

const MAX_TEXT = 4000;

function shortened({ role, content }: ApiMessage): ApiMessage {
  return { role, content: content.map((block) => cutTexts(block) as Block) };
}

/** Cuts long texts, but not signatures or images, since a part of one is useless. */
function cutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cutTexts);
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as { type?: unknown };
  if (type === 'image' || type === 'document') return { type: 'text', text: '[left out]' };
  if (type === 'thinking' || type === 'redacted_thinking') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, typeof each === 'string' ? cut(each) : cutTexts(each)]),
  );
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)} […]`;
}

function bare(words: string): string {
  const inside = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(words)?.[1] ?? words;
  return inside.replace(/<analysis>[\s\S]*?<\/analysis>/g, '').trim();
}

function withFrame(summary: string, { trigger, file }: CompactRequest): string {
  const frame = [
    'The conversation up to here was replaced by this summary, to make room.',
    `Summary:\n${summary}`,
    `If an exact detail from before is needed, the full conversation is in ${file}.`,
  ];
  if (trigger === 'auto') frame.push('Continue the work where it stopped; do not ask about what the summary says.');
  return frame.join('\n\n');
}
