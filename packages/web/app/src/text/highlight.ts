import { useEffect, useState } from 'preact/hooks';
import type { HighlightedLine } from './highlight-worker.js';

const MAX = 120_000;
const KEEP = 200;
const kept = new Map<string, HighlightedLine[]>();
const waiting = new Map<number, (lines: HighlightedLine[] | null) => void>();
let worker: Worker | undefined;
let count = 0;

/** The highlighted lines of code; undefined until they are known, or if the language is unknown. */
export function useHighlight(code: string, language: string | undefined): HighlightedLine[] | undefined {
  const key = language ? `${language}\n${code}` : '';
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!language || kept.has(key) || code.length > MAX) return;
    let isHere = true;
    void highlight(code, language).then((lines) => {
      if (!lines) return;
      keep(key, lines);
      if (isHere) redraw((value) => value + 1);
    });
    return () => {
      isHere = false;
    };
  }, [key]);
  return language ? kept.get(key) : undefined;
}

function highlight(code: string, language: string): Promise<HighlightedLine[] | null> {
  worker ??= start();
  const id = ++count;
  const done = new Promise<HighlightedLine[] | null>((resolve) => waiting.set(id, resolve));
  worker.postMessage({ id, code, language });
  return done;
}

function start(): Worker {
  const created = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  created.addEventListener('message', ({ data }: MessageEvent<{ id: number; lines: HighlightedLine[] | null }>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  });
  // The code is then shown without colours.
  created.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  return created;
}

function keep(key: string, lines: HighlightedLine[]): void {
  kept.set(key, lines);
  for (const old of kept.keys()) {
    if (kept.size <= KEEP) break;
    kept.delete(old);
  }
}
