import { useEffect } from 'preact/hooks';

const EVERY = 10_000;

/** Polls while a session is live, because no event says that it came to rest. */
export function useWhileLive(isLive: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => !document.hidden && ask(), EVERY);
    return () => clearInterval(timer);
  }, [isLive, ask]);
}
