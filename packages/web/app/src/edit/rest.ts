import { useEffect, useRef } from 'preact/hooks';
import { get } from '../api/request.js';

const EVERY = 5000;

/** Polls whether a session is still live, and calls back once it is not. With a path of null nothing is asked. */
export function useRest(path: string | null, onRest: () => void): void {
  const late = useRef(onRest);
  late.current = onRest;
  useEffect(() => {
    if (path === null) return;
    const look = async () => {
      if (document.hidden) return;
      try {
        const { reasons } = await get<{ reasons: string[] }>(path);
        if (reasons.length === 0) late.current();
      } catch {
        // The server or the session may be gone for now; the next look will show.
      }
    };
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [path]);
}
