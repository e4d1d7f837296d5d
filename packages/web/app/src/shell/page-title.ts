import { useEffect } from 'preact/hooks';

/** What the browser's tab says. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Unspool`;
  }, [title]);
}
