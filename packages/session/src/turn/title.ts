import { type Entry, isAiTitle, isCustomTitle, isSummary, isUser } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import type { Session } from '../graph/session.js';
import { mainThread } from './turns.js';
import { wordsOf } from './words.js';

export interface Title {
  text: string;
  source: 'custom' | 'ai' | 'summary' | 'prompt' | 'none';
}

/**
 * What a person would call the session: their own title, else the client's, else a summary of this conversation,
 * else the first thing they asked. Of lines that repeat, the last counts.
 */
export function titleOf(session: Session): Title {
  const custom = lastEntry(session, 'custom-title', isCustomTitle);
  if (custom) return { text: custom.customTitle, source: 'custom' };
  const ai = lastEntry(session, 'ai-title', isAiTitle);
  if (ai) return { text: ai.aiTitle, source: 'ai' };
  const summary = ownSummary(session);
  if (summary !== undefined) return { text: summary, source: 'summary' };
  const prompt = firstPrompt(session);
  return prompt === undefined ? { text: '', source: 'none' } : { text: prompt, source: 'prompt' };
}

function lastEntry<E extends Entry>(session: Session, type: string, is: (entry: Entry) => entry is E): E | undefined {
  const node = session.nodes.findLast((at) => at.type === type);
  if (!node) return undefined;
  const entry = session.read(node);
  return is(entry) ? entry : undefined;
}

/** Old clients wrote summaries of other sessions into a file; only one whose leaf is here speaks of this session. */
function ownSummary(session: Session): string | undefined {
  const uuids = new Set(session.nodes.map((node) => node.uuid));
  const node = session.nodes.findLast(
    (at) => at.type === 'summary' && at.extra?.leafUuid !== undefined && uuids.has(at.extra.leafUuid),
  );
  if (!node) return undefined;
  const entry = session.read(node);
  return isSummary(entry) ? entry.summary : undefined;
}

function firstPrompt(session: Session): string | undefined {
  const thread = mainThread(session.nodes);
  return textOfFirst(session, thread, 'prompt') ?? textOfFirst(session, thread, 'command');
}

function textOfFirst(session: Session, thread: readonly Node[], kind: 'prompt' | 'command'): string | undefined {
  for (const node of thread) {
    if (node.user?.words !== kind) continue;
    const entry = session.read(node);
    if (!isUser(entry)) continue;
    const words = wordsOf(entry);
    const text = words.command ? `${words.command.name} ${words.command.args}` : words.text;
    const line = oneLine(text);
    if (line !== '') return line;
  }
  return undefined;
}

const TITLE_LENGTH = 200;

/** A title is one line, however long the prompt was. */
export function oneLine(text: string): string {
  const start = text.slice(0, 4 * TITLE_LENGTH);
  // Most prompts begin with plain words, for which nothing is to be done.
  const line = /\s\s|[^\S ]/.test(start) ? start.replace(/\s+/g, ' ') : start;
  return line.trim().slice(0, TITLE_LENGTH);
}
