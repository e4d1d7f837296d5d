import { type Block, blocksOf, isText } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { Session } from '../model/session.js';
import { isSyntheticError } from './api-error.js';
import { isCall } from './block-kinds.js';
import { NO_RESPONSE } from './close-prompt.js';
import { planResume, resume } from './resume.js';

/** Whether the client would resume a session but send only the next prompt. */
export function sendsNothing(session: Session, { chain } = planResume(session)): boolean {
  if (!chain) return false;
  // Usually the first line decides. The messages are built only if no line does.
  if (chain.lines.some(({ node }) => (node.user || node.reply) && isCertainlySent(session.read(node)))) return false;
  return resume(session).messages.every(({ content }) => content.every(isSynthetic));
}

function isCertainlySent(entry: Entry): boolean {
  if (!isUser(entry) && !isAssistant(entry)) return false;
  if (entry.isVirtual || (isUser(entry) && entry.origin) || isSyntheticError(entry)) return false;
  const blocks = blocksOf(entry.message.content);
  return blocks.some((block) => isText(block) && block.text.trim() !== '') && !blocks.some(isCall);
}

/** C5: whether it is the client's own reply. */
function isSynthetic(block: Block): boolean {
  return isText(block) && block.text === NO_RESPONSE;
}
