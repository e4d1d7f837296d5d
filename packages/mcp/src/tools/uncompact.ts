import { compactionsOf, editSourceOf, ITEM_KINDS } from '@unspool/session/edit';
import { plural, shortId } from '@unspool/session/show';
import { inBudget, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';

/** What a compaction dropped. */
export function uncompactTool(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  const id = shortId(session.id);
  const compactions = compactionsIn(session.main);
  const compaction = compactions[(args.count('compaction') ?? compactions.length) - 1];
  if (compactions.length === 0) return `Session ${id} was never compacted.`;
  if (!compaction) throw new BadArgument(`Session ${id} has ${plural(compactions.length, 'compaction')}.`);
  const lost = compaction.items.filter(({ isKept }) => !isKept);
  const ordered = ITEM_KINDS.flatMap((kind) => lost.filter((item) => item.kind === kind));
  const parts = ordered.map(({ kind, text, turn }, at) => {
    const head = `Session ${id}, compaction ${compaction.number} of ${compactions.length}: ${lost.length} of ${compaction.items.length} items are not in the summary. `;
    return { head: `${at === 0 ? head : ''}${kind}, turn ${turn}`, quoted: text };
  });
  return inBudget(
    {
      parts,
      more: (shown) => `${parts.length - shown} more items: a larger max_tokens. A turn: show_turn.`,
      nothing: `The summary of compaction ${compaction.number} contains everything that was found before it.`,
    },
    args,
  );
}

function compactionsIn(file: string) {
  try {
    const { session, turns } = editSourceOf(file);
    return compactionsOf(session, turns, SHOWN.text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadArgument('The transcript of this session is no longer on disk. unspool restore brings it back.');
  }
}
