import type { ComponentChildren } from 'preact';

/** A piece of text with the found places marked. */
export function Snippet({ text, ranges }: { text: string; ranges: [number, number][] }) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
