import { randomUUID } from 'node:crypto';
import { type Client, type LeftOut, planTakeOver } from '@unspool/foreign';
import type { Redactor } from '@unspool/redact';
import { type FamilyChange, type Made, makeSession } from '@unspool/session/edit';
import type { Source } from '../edit/source.js';
import { UserError } from '../user-error.js';

export interface TakeOverOptions {
  from: Client;
  to: Client;
  cwd: string;
  /** The project folder of the new session. */
  folder: string;
  /** Replaces secrets in the session and, by `change`, in all that belongs to it. */
  redactor?: Redactor | undefined;
  change?: FamilyChange | undefined;
}

export interface TakenOver {
  made: Extract<Made, { kind: 'made' }>;
  left: LeftOut;
}

/** Makes a session without what only its own client and model understand. One of Claude Code is that already. */
export function takenOver(source: Source, options: TakeOverOptions): TakenOver | undefined {
  const { from, to, cwd, folder, redactor, change } = options;
  if (from === 'claude') return undefined;
  const { plan, left } = planTakeOver(source.session, source.turns, {
    from,
    to,
    cwd,
    ...(redactor && { clean: (entry) => redactor.redactValue(entry) }),
  });
  const made = makeSession({
    file: source.file,
    session: source.session,
    family: source.family,
    plan,
    change,
    mark: plan.mark,
    folder,
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'made') return { made, left };
  throw new UserError('The result would not resume, so nothing was written.', {
    why: made.check.reasons.map(({ message }) => message).join('\n  '),
    hint: 'See what is wrong with the session: unspool check',
  });
}
