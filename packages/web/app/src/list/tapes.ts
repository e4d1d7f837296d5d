import { useEffect, useState } from 'preact/hooks';
import type { Thumbnail } from '../api/contract.js';
import { get } from '../api/request.js';

const kept = new Map<string, Thumbnail>();
const asked = new Set<string>();

/** The thumbnails of the rows on screen, asked for together once scrolling rests. */
export function useTapes(ids: string[]): Map<string, Thumbnail> {
  const [, redraw] = useState(0);
  const wanted = ids.join();
  useEffect(() => {
    const missing = wanted.split(',').filter((id) => id !== '' && !asked.has(id));
    if (missing.length === 0) return;
    const timer = setTimeout(async () => {
      for (const id of missing) asked.add(id);
      try {
        const { tapes } = await get<{ tapes: Thumbnail[] }>(
          `/api/tapes?ids=${missing.slice(0, 100).map(encodeURIComponent).join()}`,
        );
        for (const tape of tapes) kept.set(tape.id, tape);
        redraw((count) => count + 1);
      } catch {
        // A list without thumbnails is still a list; they are asked for again on the next visit.
        for (const id of missing) asked.delete(id);
      }
    }, 60);
    return () => clearTimeout(timer);
  }, [wanted]);
  return kept;
}

/** The session grew: its tape is drawn anew. */
export function forgetTape(id: string): void {
  asked.delete(id);
}
