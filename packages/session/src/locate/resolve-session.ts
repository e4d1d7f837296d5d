import { fileName, isSamePath } from './path.js';

export interface Resolvable {
  file: string;
  sessionId: string;
  mtimeMs: number;
  size: number;
}

export type Resolution<S> =
  | { kind: 'found'; session: S }
  /** A path to a file that is not among the sessions: for the caller to open. */
  | { kind: 'elsewhere'; file: string }
  | { kind: 'ambiguous'; candidates: S[] }
  /** The candidates are sessions whose title contains the query. */
  | { kind: 'not_found'; candidates: S[] };

/** Facts about a session that are read only when needed: each costs a look into its file. */
export interface ResolveFacts<S> {
  titleOf(session: S): string | undefined;
  /** When it was last continued; NaN if unknown. */
  endedAt(session: S): number;
}

/**
 * Finds a session by its id, the start of its id, its title, its path, or `last`. Reads titles only if nothing else
 * matches, and times only for `last`.
 */
export function resolveSession<S extends Resolvable>(
  query: string,
  sessions: readonly S[],
  { titleOf, endedAt }: ResolveFacts<S>,
): Resolution<S> {
  const wanted = query.trim();
  if (wanted === '') return { kind: 'not_found', candidates: [] };
  if (wanted === 'last') return one(newest(sessions, endedAt));
  const lower = wanted.toLowerCase();

  const byId = sessions.filter((session) => session.sessionId.toLowerCase() === lower);
  if (byId.length > 0) return one(byId);
  const byPath = sessions.filter((session) => isSamePath(session.file, wanted));
  if (byPath.length > 0) return one(byPath);
  if (wanted.endsWith('.jsonl')) return byFileName(wanted, sessions);

  const byPrefix = sessions.filter((session) => session.sessionId.toLowerCase().startsWith(lower));
  if (byPrefix.length === 1) return one(byPrefix);
  const titles = sessions.map((session) => ({ session, title: titleOf(session)?.trim().toLowerCase() ?? '' }));
  const byTitle = titles.filter(({ title }) => title === lower).map(({ session }) => session);
  if (byTitle.length > 0) return one(byTitle);
  if (byPrefix.length > 0) return one(byPrefix);
  // A path may lack the ending; a title may contain a slash.
  if (/[\\/]/.test(wanted)) return { kind: 'elsewhere', file: wanted };
  return {
    kind: 'not_found',
    candidates: titles.filter(({ title }) => title.includes(lower)).map((each) => each.session),
  };
}

function byFileName<S extends Resolvable>(wanted: string, sessions: readonly S[]): Resolution<S> {
  if (/[\\/]/.test(wanted)) return { kind: 'elsewhere', file: wanted };
  const named = sessions.filter((session) => fileName(session.file) === wanted);
  return named.length > 0 ? one(named) : { kind: 'elsewhere', file: wanted };
}

/** How far the clocks of a client and a file system may differ. */
const CLOCKS = 60_000;

/**
 * Returns the session continued last, in the order of lists. A file is not older than its last line, so usually only
 * one or two are opened. If a file is older (a restored backup), file times are no longer trusted.
 */
function newest<S extends Resolvable>(sessions: readonly S[], endedAt: (session: S) => number): S[] {
  // Clients leave empty files behind, which are never meant. Of two equal candidates, lists show the later one last.
  const candidates = sessions.filter((session) => session.size > 0).toReversed();
  let best: { session: S; time: number } | undefined;
  let trustsFileTimes = true;
  for (const session of candidates.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    if (trustsFileTimes && best && session.mtimeMs < best.time) break;
    const ended = endedAt(session);
    const time = Number.isNaN(ended) ? session.mtimeMs : ended;
    if (time > session.mtimeMs + CLOCKS) trustsFileTimes = false;
    if (!best || time > best.time) best = { session, time };
  }
  return best ? [best.session] : [];
}

function one<S>(matches: S[]): Resolution<S> {
  const [session] = matches;
  if (!session) return { kind: 'not_found', candidates: [] };
  return matches.length === 1 ? { kind: 'found', session } : { kind: 'ambiguous', candidates: matches };
}
