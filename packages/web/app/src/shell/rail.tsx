import type { ComponentChildren } from 'preact';
import { Keys } from '../keys/key-names.js';
import { press } from '../keys/keys.js';
import { SearchBox } from './search-box.js';
import { useAppState } from './state.js';

/** The left rail: brand, search, navigation, and what the page adds. */
export function Rail({ page, children }: { page: string; children?: ComponentChildren }) {
  const item = (href: string, name: string, isHere: boolean, key: string) => (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {name}
      <kbd>{key}</kbd>
    </a>
  );
  const { state } = useAppState();
  return (
    <>
      <div class="rail-head">
        <a class="brand" href="/">
          unspool
        </a>
      </div>
      <SearchBox />
      <div class="rail-nav">
        {item('/', 'Sessions', page === 'list', 'g s')}
        {item('/usage', 'Usage', page === 'usage', 'g u')}
        {state?.team && item('/team', 'Team', page === 'team', 'g t')}
        {item('/edits', 'Edits', page === 'edits', 'g e')}
        <button type="button" class="rail-command" onClick={() => press('Mod k')}>
          Commands <Keys keys={['Mod k']} />
        </button>
      </div>
      {children}
    </>
  );
}
