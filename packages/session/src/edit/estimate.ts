import { type Block, blocksOf } from '../format/block.js';
import { isAssistant, isUser } from '../format/entry.js';
import type { Session } from '../model/session.js';
import { planResume } from '../resume/resume.js';
import { sizeOfBlock } from './shorten.js';

/**
 * Tokens of a character, signatures of thinking included: fitted to how much the requests of 21 public sessions grew,
 * half of which it meets within 11 %.
 */
const PER_CHARACTER = 0.35;

/**
 * About how many tokens of conversation a resume sends; instructions and tools come on top. Only the text decides, so
 * an edit promises what is estimated of its result. The usage that replies report cannot: they keep it when what stood
 * before them is edited.
 */
export function estimateContext(session: Session): number {
  const { chain } = planResume(session);
  let characters = 0;
  for (const { node } of chain?.lines ?? []) {
    const entry = session.read(node);
    if (isUser(entry) || isAssistant(entry)) characters += charactersIn(blocksOf(entry.message.content));
  }
  return estimateTokens(characters);
}

export function charactersIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + sizeOfBlock(block) + signatureOf(block), 0);
}

export function estimateTokens(characters: number): number {
  return Math.round(PER_CHARACTER * characters);
}

function signatureOf(block: Block): number {
  const { type, signature } = block as { type?: unknown; signature?: unknown };
  return type === 'thinking' && typeof signature === 'string' ? signature.length : 0;
}
