import { type Entry, isAiTitle, isCustomTitle, isSummary, isUser } from '../format/entry.js';
import type { Session } from './session.js';
import { askOf, bestOf, type FirstWords, type Title } from './title-notes.js';
import { mainThread } from './turns.js';

/**
 * Returns the title of a session: the one the client stored next to it, otherwise the user's own, otherwise the
 * client's, otherwise a summary of this conversation, otherwise the user's first words (`askOf`). When lines repeat,
 * the last one counts.
 */
export function titleOf(session: Session): Title {
  if (session.notedTitle !== undefined) return { text: session.notedTitle, source: 'custom' };
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

/**
 * Old clients wrote summaries of other sessions into a file. Only one whose leaf is in this file describes this
 * session.
 */
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
  const found: FirstWords = {};
  for (const node of mainThread(session.nodes)) {
    if (node.user?.words !== 'prompt' && node.user?.words !== 'command') continue;
    const entry = session.read(node);
    const ask = isUser(entry) ? askOf(entry) : undefined;
    if (!ask) continue;
    found[ask.kind] ??= ask.line;
    if (ask.kind === 'prompt') break;
  }
  return bestOf(found);
}
