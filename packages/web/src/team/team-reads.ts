import type { TitledRead } from '@unspool/team';
import type { TeamRead } from '../view/team-view.js';
import { maskedLine } from '../view/texts.js';
import { teamId } from './team-access.js';

/** Who read this person's sessions. What one reader found by searches on one day is one row. */
export function readsPage(reads: readonly TitledRead[]): TeamRead[] {
  const rows: TeamRead[] = [];
  const searches = new Map<string, TeamRead>();
  for (const { at, reader, verb, owner, session, title } of reads) {
    const key = `${at} ${reader}`;
    const known = verb === 'search' ? searches.get(key) : undefined;
    if (known) {
      known.others++;
      continue;
    }
    const shown = title === null ? null : maskedLine(title, { isRevealed: false });
    const row: TeamRead = { at, reader, verb, id: teamId({ owner, session }), title: shown, others: 0 };
    if (verb === 'search') searches.set(key, row);
    rows.push(row);
  }
  return rows;
}
