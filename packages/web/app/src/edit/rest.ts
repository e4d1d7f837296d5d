import { useEffect, useRef } from 'preact/hooks';
import { get } from '../api/request.js';

const EVERY = 5000;

/** Asks again and again whether somebody is still at work on a session, and calls back once nobody is. Null: there is no need to. */
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
        // The server is away, or the session: the next look tells.
      }
    };
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [path]);
}
