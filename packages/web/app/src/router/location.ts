import { useSyncExternalStore } from '../shell/external.js';

/** The current address. Every view has its own, and the browser handles the history. */
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
  notify();
}

/** For another detail of the same view. Adds no step to the history. */
export function replace(url: string): void {
  history.replaceState(history.state, '', url);
  notify();
}

/** Records in the address what is on screen already, without redrawing. */
export function noteHash(hash: string): void {
  if (current.hash !== hash) note({ ...current, hash });
}

/** The same for query values. */
export function noteQuery(changes: Record<string, string | null>): void {
  const query = changed(changes);
  if (query.toString() !== current.query.toString()) note({ ...current, query });
}

function note(next: Address): void {
  history.replaceState(history.state, '', next.path + searchOf(next.query) + next.hash);
  current = next;
}

/** The current address with some query values changed. Empty values are removed. */
export function withQuery(changes: Record<string, string | null>): string {
  return pageWith(changes) + current.hash;
}

/** The same without the hash. */
export function pageWith(changes: Record<string, string | null>): string {
  return current.path + searchOf(changed(changes));
}

function changed(changes: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams(current.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  return query;
}

function searchOf(query: URLSearchParams): string {
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** Links to our own pages do not load a new document. */
export function catchLinks(): void {
  addEventListener('popstate', notify);
  addEventListener('hashchange', notify);
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

function notify(): void {
  current = read();
  for (const listener of listeners) listener();
}

function read(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash };
}
