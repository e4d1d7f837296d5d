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

/** What is asked of a session only when it matters: each answer costs a look into its file. */
export interface ResolveLook<S> {
  titleOf(session: S): string | undefined;
  /** When it went on last; NaN when that is not known. */
  endedAt(session: S): number;
}

/**
 * Finds the session that a person means by an id, the start of an id, a title, a path, or `last`. Asks for titles only
 * when nothing else matches, and for times only for `last`.
 */
export function resolveSession<S extends Resolvable>(
  query: string,
  sessions: readonly S[],
  { titleOf, endedAt }: ResolveLook<S>,
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
  // A path may lack the ending; a title may hold a slash.
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

/** How far the clock of a client and that of a file system are apart without a reason. */
const CLOCKS = 60_000;

/**
 * The session that went on last, as a list sorts them. A file is not older than its last line, so that mostly one or
 * two are looked into; where a file is older (a restored backup), none of them is believed any more.
 */
function newest<S extends Resolvable>(sessions: readonly S[], endedAt: (session: S) => number): S[] {
  // Clients leave empty files behind; nobody means those. Of two alike, a list shows the later one last.
  const candidates = sessions.filter((session) => session.size > 0).toReversed();
  let best: { session: S; time: number } | undefined;
  let believesFiles = true;
  for (const session of candidates.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    if (believesFiles && best && session.mtimeMs < best.time) break;
    const ended = endedAt(session);
    const time = Number.isNaN(ended) ? session.mtimeMs : ended;
    if (time > session.mtimeMs + CLOCKS) believesFiles = false;
    if (!best || time > best.time) best = { session, time };
  }
  return best ? [best.session] : [];
}

function one<S>(matches: S[]): Resolution<S> {
  const [session] = matches;
  if (!session) return { kind: 'not_found', candidates: [] };
  return matches.length === 1 ? { kind: 'found', session } : { kind: 'ambiguous', candidates: matches };
}
