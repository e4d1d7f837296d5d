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

/**
 * The session that a person means by an id, the start of an id, a title, a path, or `last`. Titles cost a look into
 * each file, so they are asked for only when nothing else fits.
 */
export function resolveSession<S extends Resolvable>(
  query: string,
  sessions: readonly S[],
  titleOf: (session: S) => string | undefined,
): Resolution<S> {
  const wanted = query.trim();
  if (wanted === '') return { kind: 'not_found', candidates: [] };
  if (wanted === 'last') return one(newest(sessions));
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

/** Clients leave empty files behind; nobody means those. */
function newest<S extends Resolvable>(sessions: readonly S[]): S[] {
  let best: S | undefined;
  for (const session of sessions) if (session.size > 0 && session.mtimeMs > (best?.mtimeMs ?? -1)) best = session;
  return best ? [best] : [];
}

function one<S>(matches: S[]): Resolution<S> {
  const [session] = matches;
  if (!session) return { kind: 'not_found', candidates: [] };
  return matches.length === 1 ? { kind: 'found', session } : { kind: 'ambiguous', candidates: matches };
}
