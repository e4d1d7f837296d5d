import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { address, go, replace, useAddress } from '../router/location.js';
import { routeOf } from '../router/route.js';
import { goToFirstHit, settle } from '../search/first-hit.js';
import { Icon } from './icon.js';

/** The first letter opens the search page, whose box then gets the focus. */
let isTyping = false;

/** Searches while you type: the first letter opens the search page, the next ones only change its address. */
export function SearchBox() {
  const { path, query } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const q = query.get('q') ?? '';
  const isSearch = routeOf(path).page === 'search';
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = isSearch ? q : '';
  }, [q, isSearch]);
  useLayoutEffect(() => {
    const box = input.current;
    if (!isTyping || !box || box.offsetParent === null) return;
    isTyping = false;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, []);
  const type = (text: string) => {
    settle(false);
    const params = new URLSearchParams(routeOf(address().path).page === 'search' ? address().query : undefined);
    params.set('q', text);
    const url = `/search?${params}`;
    if (routeOf(address().path).page === 'search') replace(url);
    else if (text.trim() !== '') {
      isTyping = true;
      go(url);
    }
  };
  return (
    <search>
      <form
        class="search-box"
        onSubmit={(event) => {
          event.preventDefault();
          goToFirstHit();
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Search all sessions"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          defaultValue={isSearch ? q : ''}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              goToFirstHit();
            }
          }}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}

/** Focuses the box on screen: in the rail, or on a small screen in the bar. */
export function focusSearch(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.search-box input')) {
    if (input.offsetParent !== null) {
      input.focus();
      input.select();
      return;
    }
  }
}
