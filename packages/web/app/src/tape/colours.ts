import { useEffect, useState } from 'preact/hooks';

/** The page's colours for canvases. Reread when the system switches between light and dark. */
export function useColours(): (name: string) => string {
  const [read, set] = useState(() => reader());
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const update = () => set(() => reader());
    dark.addEventListener('change', update);
    return () => dark.removeEventListener('change', update);
  }, []);
  return read;
}

function reader(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  const kept = new Map<string, string>();
  return (name) => {
    let value = kept.get(name);
    if (value === undefined) {
      value = style.getPropertyValue(`--${name}`).trim() || '#888';
      kept.set(name, value);
    }
    return value;
  };
}
