import { type ApiMessage, isText, isToolResult, isToolUse } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { NO_RESPONSE } from '@unspool/session/resume';
import type { AgentEvent } from '../loop/event.js';

/** Rebuilds the events of a resumed conversation from its messages. */
export function historyOf(messages: readonly ApiMessage[]): AgentEvent[] {
  const calls = new Map<string, ToolUseBlock>();
  return messages.filter(isShown).flatMap(({ role, content }) => {
    if (role === 'assistant') {
      for (const block of content) if (isToolUse(block)) calls.set(block.id, block);
      return content.map((block, index): AgentEvent => ({ type: 'block_finished', index, block }));
    }
    const events: AgentEvent[] = [];
    for (const block of content.filter(isToolResult)) {
      const call = calls.get(block.tool_use_id);
      const shown = typeof block.content === 'string' || Array.isArray(block.content) ? block.content : '';
      const result = { content: shown, isError: block.is_error === true };
      if (call) events.push({ type: 'tool_finished', call, result, durationMs: 0, decision: undefined });
    }
    for (const block of content.filter(isText)) events.push({ type: 'prompt', kind: 'prompt', content: block.text });
    return events;
  });
}

/** False for the placeholder reply that a resume inserts where a reply is missing. */
function isShown({ role, content }: ApiMessage): boolean {
  return role === 'user' || !content.every((block) => isText(block) && block.text === NO_RESPONSE);
}
