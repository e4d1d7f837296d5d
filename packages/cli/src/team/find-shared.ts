import type { SharedSession, TeamClient } from '@unspool/team';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

const SHOWN = 10;

/** The same, for one that will be read. Refuses those of which only numbers are shared. */
export async function findReadable(query: string, client: TeamClient): Promise<SharedSession> {
  const found = await findShared(query, client);
  if (found.visibility !== 'metrics') return found;
  throw new UserError(`Only the numbers of ${safeLine(query)} are shared.`, { hint: 'See: unspool usage --team' });
}

/** Finds a shared session by its id or the start of it, with `PERSON/` in front if two people share one. */
export async function findShared(query: string, client: TeamClient): Promise<SharedSession> {
  const [person, id] = query.includes('/') ? query.split('/', 2) : [undefined, query];
  const found: SharedSession[] = [];
  if (id) {
    const matching = client.sessions({ id: id.toLowerCase(), ...(person !== undefined && { person }) });
    for await (const session of matching) if (found.push(session) > SHOWN) break;
  }
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only) {
    throw new UserError(`No shared session matches ${safeLine(query)}.`, {
      hint: 'List what is shared: unspool ls --team',
    });
  }
  throw new UserError(`"${safeLine(query)}" can mean ${found.length > SHOWN ? 'many' : found.length} sessions:`, {
    why: found
      .slice(0, SHOWN)
      .map(({ owner, session, title }) => `${owner}/${session}  ${safeLine(title).slice(0, 60)}`)
      .join('\n  '),
    hint: 'Give more of the id, or PERSON/ID.',
  });
}
