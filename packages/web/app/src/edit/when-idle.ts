import { useEffect, useRef } from 'preact/hooks';
import { get } from '../api/request.js';

const POLL_MS = 5000;

/** Polls whether a session is still live, and calls back once it is not. With a path of null nothing is asked. */
export function useWhenIdle(path: string | null, onIdle: () => void): void {
  const late = useRef(onIdle);
  late.current = onIdle;
  useEffect(() => {
    if (path === null) return;
    const check = async () => {
      if (document.hidden) return;
      try {
        const { reasons } = await get<{ reasons: string[] }>(path);
        if (reasons.length === 0) late.current();
      } catch {
        // The server or the session may be gone for now; the next check will show.
      }
    };
    const timer = setInterval(check, POLL_MS);
    return () => clearInterval(timer);
  }, [path]);
}
