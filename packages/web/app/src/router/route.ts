/** The pages, by address. */
export type Route =
  | { page: 'list' }
  | { page: 'search' }
  | { page: 'usage' }
  | { page: 'edits' }
  | { page: 'files' }
  | { page: 'team'; view: TeamView }
  | { page: 'session'; id: string; isEdit: boolean }
  | { page: 'nowhere' };

/** The parts of the team's page. */
export type TeamView = 'sessions' | 'search' | 'usage' | 'reads';
const TEAM_VIEWS: readonly TeamView[] = ['search', 'usage', 'reads'];

export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'list' };
  if (first === 'search' && parts.length === 1) return { page: 'search' };
  if (first === 'usage' && parts.length === 1) return { page: 'usage' };
  if (first === 'files' && parts.length === 1) return { page: 'files' };
  if (first === 'edits' && parts.length === 1) return { page: 'edits' };
  if (first === 'team' && parts.length === 1) return { page: 'team', view: 'sessions' };
  const view = first === 'team' && parts.length === 2 ? TEAM_VIEWS.find((each) => each === second) : undefined;
  if (view) return { page: 'team', view };
  const id = first === 's' && second ? decoded(second) : undefined;
  if (id && parts.length === 2) return { page: 'session', id, isEdit: false };
  if (id && third === 'edit' && parts.length === 3) return { page: 'session', id, isEdit: true };
  return { page: 'nowhere' };
}

/** `#t12` names a turn. */
export function turnOf(hash: string): number | undefined {
  const match = /^#t(\d{1,9})$/.exec(hash);
  return match ? Number(match[1]) : undefined;
}

export function sessionUrl(id: string, turn?: number): string {
  return `/s/${encodeURIComponent(id)}${turn === undefined ? '' : `#t${turn}`}`;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone percent sign: no session has such an id.
    return undefined;
  }
}
