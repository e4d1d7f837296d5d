import { isUser } from '../format/entry.js';
import type { Session } from './session.js';
import { wordsOf } from './words.js';

/** Returns the first words of a conversation; for a sub-agent, its task. */
export function firstWords(session: Session): string | undefined {
  const node = session.nodes.find((at) => at.user);
  const entry = node && session.read(node);
  return entry && isUser(entry) ? wordsOf(entry).text : undefined;
}
