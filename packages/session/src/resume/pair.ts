import type { Block } from '../format/block.js';
import { isAnswer, isCall } from './block-kinds.js';
import type { DatedMessage } from './messages.js';

const INTERRUPTED = '[Tool use interrupted]';

/** Step E: every call gets exactly one result, in the next message. The API refuses anything else. */
export function pairCalls(messages: readonly DatedMessage[]): DatedMessage[] {
  return answerEveryCall(dropRepeatedCalls(messages.map(withoutOpenServerCalls))).filter(
    (message) => message.content.length > 0,
  );
}

/** E6: drops calls that the API runs itself, if the same message has no result for them. */
function withoutOpenServerCalls(message: DatedMessage): DatedMessage {
  if (message.role !== 'assistant' || !message.content.some(isServerCall)) return message;
  const answered = new Set(message.content.map((block) => (block as { tool_use_id?: unknown }).tool_use_id));
  const isOpen = (block: Block) => isServerCall(block) && !answered.has((block as { id?: unknown }).id);
  const content = message.content.filter((block) => !isOpen(block));
  return { ...message, content: orText(content, INTERRUPTED) };
}

function isServerCall({ type }: Block): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** E1: drops a call whose id an earlier call has. */
function dropRepeatedCalls(messages: readonly DatedMessage[]): DatedMessage[] {
  const seen = new Set<string>();
  return messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const content = message.content.filter((block) => {
      if (!isCall(block)) return true;
      if (seen.has(block.id)) return false;
      seen.add(block.id);
      return true;
    });
    return { ...message, content: orText(content, INTERRUPTED) };
  });
}

/** E2 drops results without a call, E3 adds results to calls without one. */
function answerEveryCall(messages: readonly DatedMessage[]): DatedMessage[] {
  const paired: DatedMessage[] = [];
  messages.forEach((message, at) => {
    if (message.role === 'user') {
      const before = messages[at - 1];
      const calls = before?.role === 'assistant' ? before.content.filter(isCall).map((block) => block.id) : [];
      const answer = before?.role === 'assistant' ? answersTo(calls, message) : withoutResults(message, at === 0);
      if (answer) paired.push(answer);
      return;
    }
    paired.push(message);
    const calls = message.content.filter(isCall).map((block) => block.id);
    if (calls.length > 0 && messages[at + 1]?.role !== 'user') {
      paired.push({ role: 'user', content: calls.map(missingResult) });
    }
  });
  return paired;
}

/** Returns the user message right after the calls. */
function answersTo(calls: string[], message: DatedMessage): DatedMessage {
  const open = new Set(calls);
  const content = message.content.filter((block) => !isAnswer(block) || open.delete(block.tool_use_id));
  const answers = [...[...open].map(missingResult), ...content];
  return { ...message, content: message.content.length > 0 ? orText(answers, '(no content)') : answers };
}

/** E2: returns a user message that does not follow a reply without its results; undefined if nothing is left. */
function withoutResults(message: DatedMessage, isFirst: boolean): DatedMessage | undefined {
  const content = message.content.filter((block) => !isAnswer(block));
  if (content.length > 0 || message.content.length === 0) return { ...message, content };
  if (!isFirst) return undefined;
  return {
    ...message,
    content: [{ type: 'text', text: '[Orphaned tool result removed due to conversation resume]' }],
  };
}

/** E3: for a call that has no result. */
function missingResult(id: string): Block {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: '[Tool result missing due to internal error]',
    is_error: true,
  };
}

function orText(content: Block[], text: string): Block[] {
  return content.length > 0 ? content : [{ type: 'text', text }];
}
