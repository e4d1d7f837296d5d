import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../router/location.js';
import { ConnectionBar } from './connection-bar.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';
import { Rail } from './rail.js';
import { SearchBox } from './search-box.js';
import { Toast } from './toast.js';

export interface Aside {
  title: string;
  content: ComponentChildren;
  isPanel?: boolean;
}

interface Props {
  page: 'list' | 'search' | 'usage' | 'edits' | 'team' | 'session';
  /** Below the navigation in the left rail. */
  rail?: ComponentChildren;
  /** `isPanel`: stays on screen on a phone too, below the page. */
  aside?: Aside;
  children: ComponentChildren;
}

/** The three columns. Where there is no room for a rail, it becomes a sheet that a button opens. */
export function Shell({ page, rail, aside, children }: Props) {
  const [sheet, open] = useState<'rail' | 'aside' | null>(null);
  const close = () => open(null);
  const { path, query } = useAddress();
  // On another page or view, the sheet is no longer needed. Typing into it does not count.
  useEffect(close, [path, withoutWords(query)]);
  return (
    <div class={`shell shell-${page} ${aside ? 'has-aside' : ''} ${aside?.isPanel ? 'has-panel' : ''}`}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <button type="button" class="icon-button" aria-label="Projects and filters" onClick={() => open('rail')}>
          <Icon name="menu" />
        </button>
        <a class="brand" href="/">
          unspool
        </a>
        <SearchBox />
        {aside && !aside.isPanel && (
          <button type="button" class="icon-button" aria-label={aside.title} onClick={() => open('aside')}>
            <Icon name="turns" />
          </button>
        )}
      </header>
      <nav class="rail" aria-label="Sessions and projects">
        <Rail page={page}>{rail}</Rail>
      </nav>
      <main id="main" class="main" tabIndex={-1}>
        {children}
        <ConnectionBar />
        <Toast />
      </main>
      {aside && (
        <aside class="aside" aria-label={aside.title}>
          {aside.content}
        </aside>
      )}
      {sheet === 'rail' && (
        <Dialog title="unspool" shape="sheet-left" onClose={close}>
          <Rail page={page}>{rail}</Rail>
        </Dialog>
      )}
      {sheet === 'aside' && aside && (
        <Dialog title={aside.title} shape="sheet-right" onClose={close}>
          {aside.content}
        </Dialog>
      )}
    </div>
  );
}

function withoutWords(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of ['q', 'at', 'match']) rest.delete(name);
  return rest.toString();
}
