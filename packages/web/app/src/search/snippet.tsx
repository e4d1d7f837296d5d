import type { ComponentChildren } from 'preact';
import { visible } from '../text/visible.js';

/** A piece of text with the found places marked. */
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
