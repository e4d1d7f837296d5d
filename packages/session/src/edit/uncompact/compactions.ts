import { textOf } from '../../format/block.js';
import { isUser } from '../../format/entry.js';
import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import type { Turns } from '../../model/turns.js';
import { Finder, type Found } from './find-items.js';
import { isIn, wordsIn } from './is-in.js';

/** Something said or done before a compaction, and whether the summary contains it. */
export interface CompactedItem extends Found {
  isKept: boolean;
}

/** A compaction of a session, and what became of the text before it. */
export interface Compaction {
  /** 1-based, in file order. */
  number: number;
  /** The offset of its summary's line. */
  byte: number;
  /** Milliseconds; NaN when unknown. */
  time: number;
  trigger: string | undefined;
  summary: string;
  /** Without duplicates, latest first. */
  items: CompactedItem[];
}

/**
 * Finds the compactions of a session: what each summary kept, and what it lost. Compares texts; does not use a model.
 * `shown` changes texts before they are taken apart, to mask what extends over several items.
 */
export function compactionsOf(session: Session, turns: Turns, shown = (text: string) => text): Compaction[] {
  const turnOf = new Map(
    turns.turns.flatMap(({ number, nodes }) => nodes.map((node) => [node.index, number] as const)),
  );
  const compactions: Compaction[] = [];
  let finder = new Finder(shown);
  let boundary: Node | undefined;
  for (const [node, entry] of session.entries()) {
    if (node.isSidechain) continue;
    if (node.subtype === 'compact_boundary') boundary = node;
    if (node.user?.words !== 'compact_summary' || !isUser(entry)) {
      finder.see(entry, turnOf.get(node.index) ?? 0);
      continue;
    }
    const summary = shown(textOf(entry.message.content));
    compactions.push({
      number: compactions.length + 1,
      byte: node.place.byte,
      time: node.time,
      trigger: boundary?.extra?.compactMetadata?.trigger,
      summary,
      items: judged(finder.found(), summary),
    });
    finder = new Finder(shown);
    boundary = undefined;
  }
  return compactions;
}

function judged(found: readonly Found[], summary: string): CompactedItem[] {
  const words = wordsIn(summary);
  return found.map((item) => ({ ...item, isKept: isIn(item, summary, words) }));
}
