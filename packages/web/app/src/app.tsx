import { useCallback, useEffect, useState } from 'preact/hooks';
import { onReturn } from './api/connection.js';
import { useLive } from './api/live.js';
import type { RequestError } from './api/request.js';
import { EditsPage } from './edits/page.js';
import { KeyHelp } from './keys/help.js';
import { useKeys } from './keys/keys.js';
import { ListPage } from './list/page.js';
import type { Palette } from './palette/palette.js';
import { go, useAddress } from './router/location.js';
import { routeOf } from './router/route.js';
import { SearchPage } from './search/page.js';
import { SessionPage } from './session/page.js';
import { later } from './shell/later.js';
import { Notice } from './shell/notice.js';
import { usePageTitle } from './shell/page-title.js';
import { focusSearch } from './shell/search-box.js';
import { Shell } from './shell/shell.js';
import { loadState, setIndex, useAppState } from './shell/state.js';
import { TeamPage } from './team/page.js';
import { UsagePage } from './usage/page.js';

/** The page at the current address, and what all pages share. */
export function App() {
  const { path } = useAddress();
  const { error, state } = useAppState();
  const [isHelp, help] = useState(false);
  const [isPalette, palette] = useState(false);
  useEffect(() => {
    void loadState();
    // A restarted server needs a new key.
    return onReturn(() => void loadState());
  }, []);
  useLive(useCallback((event) => event.type === 'index' && setIndex(event.index), []));
  const group = 'Everywhere' as const;
  useKeys([
    { keys: ['Mod k'], does: 'Commands', group, run: () => palette(true), isHidden: true },
    { keys: ['/'], does: 'Search', group, run: focusSearch },
    { keys: ['g s'], does: 'Sessions', group, run: () => go('/') },
    { keys: ['g u'], does: 'Usage', group, run: () => go('/usage') },
    { keys: ['g e'], does: 'Past edits', group, run: () => go('/edits') },
    ...(state?.team ? [{ keys: ['g t'], does: 'Team', group, run: () => go('/team') }] : []),
    { keys: ['?'], does: 'Keyboard shortcuts', group, run: () => help(true) },
  ]);
  if (error?.status === 401) return <Locked error={error} />;
  return (
    <>
      <Page path={path} />
      {isHelp && <KeyHelp onClose={() => help(false)} />}
      {isPalette && <LazyPalette onClose={() => palette(false)} />}
    </>
  );
}

const ProjectFilesPage = later(async () => (await import('./files/project-page.js')).ProjectFilesPage);

let loadedPalette: typeof Palette | undefined;

/** Loaded when it is first opened. */
function LazyPalette({ onClose }: { onClose: () => void }) {
  const [Loaded, set] = useState(() => loadedPalette);
  useEffect(() => {
    if (Loaded) return;
    import('./palette/palette.js').then((module) => {
      loadedPalette = module.Palette;
      set(() => module.Palette);
    }, onClose);
  }, []);
  return Loaded ? <Loaded onClose={onClose} /> : null;
}

/** Shown instead of any page, and instead of the connection bar. */
function Locked({ error }: { error: RequestError }) {
  return (
    <main class="alone">
      <div role="alert">
        <Notice title={error.message}>
          <p>{error.why}</p>
          <p>{error.hint}</p>
        </Notice>
      </div>
    </main>
  );
}

/** Pages without a title here set their own. */
const TITLES = {
  list: 'Sessions',
  search: undefined,
  usage: 'Usage',
  edits: 'Edits',
  files: 'Files',
  team: 'Team',
  session: undefined,
  nowhere: 'Not found',
};

function Page({ path }: { path: string }) {
  const route = routeOf(path);
  usePageTitle(TITLES[route.page]);
  switch (route.page) {
    case 'list':
      return <ListPage />;
    case 'search':
      return <SearchPage />;
    case 'usage':
      return <UsagePage />;
    case 'edits':
      return <EditsPage />;
    case 'files':
      return <ProjectFilesPage />;
    case 'team':
      return <TeamPage view={route.view} />;
    case 'session':
      return <SessionPage key={route.id} id={route.id} isEdit={route.isEdit} />;
    case 'nowhere':
      return (
        <Shell page="list">
          <Notice title="There is no such page.">
            <p>
              <a class="link" href="/">
                Go to the sessions
              </a>
            </p>
          </Notice>
        </Shell>
      );
  }
}
