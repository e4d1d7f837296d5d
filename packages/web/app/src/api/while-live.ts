import { useEffect } from 'preact/hooks';

const POLL_MS = 10_000;

/** Polls while a session is live, because no event reports that it is no longer live. */
export function useWhileLive(isLive: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => !document.hidden && ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [isLive, ask]);
}
