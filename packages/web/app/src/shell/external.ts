import { useEffect, useState } from 'preact/hooks';

/** A value kept outside the components, redrawn when it changes. */
export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [value, set] = useState(read);
  useEffect(() => {
    const update = () => set(() => read());
    update();
    return subscribe(update);
  }, [subscribe]);
  return value;
}
