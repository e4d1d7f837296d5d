import { type Entry, isAssistant, isUser } from '../format/entry.js';
import { readHead } from './head.js';

/** Facts from the first lines of a sub-agent's file. */
export interface AgentHead {
  /** The task. Clients up to 2.0.5x did not record it. */
  prompt: string | undefined;
  /** 2.0.x started agents ahead of need. They contain nothing that was asked for. */
  isWarmup: boolean;
}

/** Enough for the task and the first reply; the task itself can be long. */
const MAX_BYTES = 512 * 1024;
const MAX_LINES = 20;

export function readAgentHead(file: string): AgentHead {
  const prompt = readPrompt(file);
  return { prompt, isWarmup: prompt?.trim() === 'Warmup' };
}

/** Reads only up to the first reply: words of a person or a parent come before it. */
function readPrompt(file: string): string | undefined {
  let lines = 0;
  for (const object of readHead(file, MAX_BYTES)) {
    if (isAssistant(object as Entry)) return undefined;
    const prompt = promptOf(object as Entry);
    if (prompt !== undefined || ++lines === MAX_LINES) return prompt;
  }
  return undefined;
}

/**
 * Yields the sessions that the first lines name, in order, reading only as far as needed: a resumed 2.0.x client first
 * names a session that it then abandons.
 */
export function* sessionIdsIn(file: string): Generator<string> {
  const known = new Set<string>();
  let lines = 0;
  for (const { sessionId } of readHead(file, MAX_BYTES)) {
    if (typeof sessionId === 'string' && !known.has(sessionId)) {
      known.add(sessionId);
      yield sessionId;
    }
    if (++lines === MAX_LINES) return;
  }
}

function promptOf(entry: Entry): string | undefined {
  if (!isUser(entry)) return undefined;
  const { content } = entry.message;
  if (typeof content === 'string') return content;
  const texts = content.flatMap((block) => ('text' in block && typeof block.text === 'string' ? [block.text] : []));
  return texts.length > 0 ? texts.join('\n') : undefined;
}
