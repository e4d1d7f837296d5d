import { useKeys } from '../keys/keys.js';
import { address, go, useAddress } from '../router/location.js';

/** How a session can be read. */
export const VIEWS = {
  turns: { name: 'Turns', key: '1', title: 'Everything, turn by turn' },
  story: { name: 'Story', key: '2', title: 'What was asked and what came of it' },
  files: { name: 'Files', key: '3', title: 'The files it changed, as diffs' },
  timeline: { name: 'Time', key: '4', title: 'Where the time went' },
} as const;

export type ViewName = keyof typeof VIEWS;

const NAMES = Object.keys(VIEWS) as ViewName[];

export function useView(): ViewName {
  const given = useAddress().query.get('view');
  return NAMES.find((name) => name === given) ?? 'turns';
}

/** The address of a view, at the current turn and branch. An open edit is closed. */
export function viewUrl(view: ViewName): string {
  const { path, query, hash } = address();
  const kept = new URLSearchParams();
  for (const name of ['agent', 'branch', 'q', 'match']) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  if (view !== 'turns') kept.set('view', view);
  const search = kept.toString();
  return `${path.replace(/\/edit$/, '')}${search === '' ? '' : `?${search}`}${hash}`;
}

/** Links to the views of a session. */
export function Views({ view }: { view: ViewName }) {
  useKeys(
    NAMES.map((name) => ({
      keys: [VIEWS[name].key],
      does: VIEWS[name].title,
      group: 'Reading',
      run: () => go(viewUrl(name)),
    })),
  );
  return (
    <nav class="views" aria-label="Views of this session">
      {NAMES.map((name) => (
        <a key={name} href={viewUrl(name)} title={VIEWS[name].title} aria-current={name === view ? 'page' : undefined}>
          {VIEWS[name].name}
        </a>
      ))}
    </nav>
  );
}
