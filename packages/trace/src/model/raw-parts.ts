import type { RawBlock, RawValue } from '@unspool/session';
import type { ReplyParts, Words } from './message-parts.js';

/**
 * The parts of a reply from the blocks of all its lines, as they stand there. Undefined where the words of several blocks
 * would have to be compared or joined.
 */
export function rawPartsOf(blocks: readonly RawBlock[]): ReplyParts | undefined {
  const parts: ReplyParts = { text: '', thinking: '', calls: [], others: [] };
  let texts = 0;
  let thoughts = 0;
  for (const { kind, id, name, value } of blocks) {
    switch (kind) {
      case 'text':
        if (texts++ > 0) return undefined;
        parts.text = wordsIn(value);
        break;
      case 'thinking':
        if (thoughts++ > 0) return undefined;
        parts.thinking = wordsIn(value);
        break;
      case 'tool_use':
        if (parts.calls.some((call) => call.id === id)) return undefined;
        parts.calls.push({ id, name, input: value });
        break;
      case 'tool_result':
        return undefined;
    }
  }
  return parts;
}

const EMPTY = '""'.length;

function wordsIn(value: RawValue | undefined): Words {
  return value && value.length > EMPTY ? value : '';
}
