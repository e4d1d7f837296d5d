import { useEffect } from 'preact/hooks';

const EVERY = 10_000;

/** Nobody writes down that a session came to rest: while one is live, it is asked for again. */
export function useWhileLive(isLive: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => !document.hidden && ask(), EVERY);
    return () => clearInterval(timer);
  }, [isLive, ask]);
}
