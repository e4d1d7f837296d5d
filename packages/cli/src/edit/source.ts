import { join } from 'node:path';
import { type EditSource, editSourceOf, Journal, whyLive } from '@unspool/session/edit';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { findSession } from '../session/find.js';
import { judgedId } from '../session/judged-id.js';
import { keepHeapSmallFor } from '../session/small-heap.js';
import { UserError } from '../user-error.js';

/** The session an edit starts from. */
export type Source = EditSource;

export function sourceOf(query: string, io: Io): Source {
  const file = findSession(query, io);
  keepHeapSmallFor(file);
  return editSourceOf(file, judgedId(file));
}

export function journalOf(io: Io): Journal {
  return new Journal(join(dataFolder(io), 'journal'));
}

/** A live session is never changed, and there is no option to force it. */
export function refuseLive(file: string, io: Io, instead = ', or look at what would happen with --dry-run'): void {
  const reasons = whyLive(file, journalOf(io), io.now);
  if (reasons.length === 0) return;
  throw new UserError('This session is live, so it was not changed.', {
    why: reasons.join('\n  '),
    hint: `Close it in the client and wait a minute${instead}.`,
  });
}
