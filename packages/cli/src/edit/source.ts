import { join } from 'node:path';
import {
  type Family,
  familyOf,
  Journal,
  livenessOf,
  openSession,
  type Session,
  type Turns,
  turnsOf,
} from '@unspool/session';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { findSession } from '../session/find.js';
import { judgedId } from '../session/judged-id.js';
import { UserError } from '../user-error.js';

/** The session an edit starts from. */
export interface Source {
  file: string;
  session: Session;
  turns: Turns;
  family: Family;
}

export function sourceOf(query: string, io: Io): Source {
  const file = findSession(query, io);
  const session = openSession(file, { sessionId: judgedId(file) });
  let turns: Turns | undefined;
  return {
    file,
    session,
    // A plain copy needs none, and in a large session they take their time.
    get turns() {
      turns ??= turnsOf(session);
      return turns;
    },
    family: familyOf(file),
  };
}

export function journalOf(io: Io): Journal {
  return new Journal(join(dataFolder(io), 'journal'));
}

/** A session somebody is writing is never touched; there is no way to force it. */
export function refuseLive(file: string, io: Io): void {
  // An edit of ours makes a file look busy: then only who has it open counts.
  const options = journalOf(io).isOurs(file) ? { now: io.now, quietMs: Number.NEGATIVE_INFINITY } : { now: io.now };
  const { isLive, reasons } = livenessOf(file, options);
  if (!isLive) return;
  throw new UserError('This session is live, so it is left alone.', {
    why: reasons.join('\n  '),
    hint: 'Close it in the client and wait a minute, or look at what would happen with --dry-run.',
  });
}
