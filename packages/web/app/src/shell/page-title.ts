import { useEffect } from 'preact/hooks';

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Unspool`;
  }, [title]);
}
