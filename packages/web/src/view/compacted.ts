import { compactionsOf } from '@unspool/session/edit';
import type { Conversation } from '../read/conversation.js';
import { maskedLine, type TextStyle } from './texts.js';
import type { Compacted } from './view.js';

/** What the summary of a compaction kept and what it left out. `byte` is that of the boundary or of the summary. */
export function compactedAt({ session, turns }: Conversation, byte: number, style: TextStyle): Compacted | undefined {
  const shown = (text: string) => maskedLine(text, style);
  const found = compactionsOf(session, turns, shown).find((compaction) => compaction.byte >= byte);
  return (
    found && {
      items: found.items.map(({ kind, text, turn, isKept }) => ({ kind, text, turn, isKept })),
    }
  );
}
