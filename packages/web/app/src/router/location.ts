import { useSyncExternalStore } from '../shell/external.js';

/** The address as the app sees it. Every view is one; going back is the browser's business. */
export interface Address {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const listeners = new Set<() => void>();
let current = read();

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, () => current);
}

export function address(): Address {
  return current;
}

export function go(url: string): void {
  history.pushState(null, '', url);
  changed();
}

/** The same view with another detail: no new step in the history. */
export function replace(url: string): void {
  history.replaceState(history.state, '', url);
  changed();
}

/** Notes in the address where one reads; nothing is drawn anew for it. */
export function noteHash(hash: string): void {
  if (current.hash === hash) return;
  history.replaceState(history.state, '', current.path + searchOf(current.query) + hash);
  current = { ...current, hash };
}

/** The present address with some query values changed; an empty value goes. */
export function withQuery(changes: Record<string, string | null>): string {
  return pageWith(changes) + current.hash;
}

/** The same from its beginning, not at a turn. */
export function pageWith(changes: Record<string, string | null>): string {
  const query = new URLSearchParams(current.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  return current.path + searchOf(query);
}

function searchOf(query: URLSearchParams): string {
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** Plain links of our own pages do not load a new document. */
export function catchLinks(): void {
  addEventListener('popstate', changed);
  addEventListener('hashchange', changed);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href?.startsWith('/') || href.startsWith('//') || link?.target || link?.hasAttribute('download')) return;
    event.preventDefault();
    go(href);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  current = read();
  for (const listener of listeners) listener();
}

function read(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash };
}
