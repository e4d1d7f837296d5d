import type { ComponentChildren } from 'preact';
import { visible } from '../text/visible.js';

/** A piece of text with the matches marked. */
export function Snippet({ text, ranges }: { text: string; ranges: [number, number][] }) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at) continue;
    parts.push(visible(text.slice(at, start)), <mark key={start}>{visible(text.slice(start, end))}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {visible(text.slice(at))}
    </>
  );
}

/** The same from shortly before the match, for places with room for a line or two. */
export function near({ snippet, ranges }: { snippet: string; ranges: [number, number][] }): {
  text: string;
  ranges: [number, number][];
} {
  const from = Math.max(0, (ranges[0]?.[0] ?? 0) - BEFORE);
  if (from < 2) return { text: snippet, ranges };
  return {
    text: `…${snippet.slice(from)}`,
    ranges: ranges.map(([start, end]) => [start - from + 1, end - from + 1]),
  };
}

const BEFORE = 24;
