import { type Block, blocksOf, isText } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { Session } from '../graph/session.js';
import { isCall } from './calls.js';
import { isSyntheticError, NO_RESPONSE } from './clean.js';
import { planResume, resume } from './resume.js';

/** Whether the client would take a session up and then ask with the next prompt alone. */
export function sendsNothing(session: Session, { chain } = planResume(session)): boolean {
  if (!chain) return false;
  // Nearly always the first line tells; only where none does are the messages put together.
  if (chain.lines.some(({ node }) => (node.user || node.reply) && isSurelySent(session.read(node)))) return false;
  return resume(session).messages.every(({ content }) => content.every(isMadeUp));
}

function isSurelySent(entry: Entry): boolean {
  if (!isUser(entry) && !isAssistant(entry)) return false;
  if (entry.isVirtual || (isUser(entry) && entry.origin) || isSyntheticError(entry)) return false;
  const blocks = blocksOf(entry.message.content);
  return blocks.some((block) => isText(block) && block.text.trim() !== '') && !blocks.some(isCall);
}

/** What the client says itself where nobody said anything. */
function isMadeUp(block: Block): boolean {
  return isText(block) && block.text === NO_RESPONSE;
}
