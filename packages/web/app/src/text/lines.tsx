import type { ComponentChildren } from 'preact';

const PART = 200;

/** Many lines, split into parts so that the browser lays out only those on screen. */
export function LineParts<T>({ lines, render }: { lines: T[]; render: (line: T, at: number) => ComponentChildren }) {
  if (lines.length <= PART) return <>{lines.map(render)}</>;
  const parts = Array.from({ length: Math.ceil(lines.length / PART) }, (_, at) =>
    lines.slice(at * PART, (at + 1) * PART),
  );
  return (
    <>
      {parts.map((part, at) => (
        <div key={at} class="line-part">
          {part.map((line, row) => render(line, at * PART + row))}
        </div>
      ))}
    </>
  );
}
