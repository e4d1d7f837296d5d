import type { Thumbnail } from '../api/contract.js';

const WIDTH = 192;
const HEIGHT = 24;
/** Between two bars. */
const GAP = 0.6;

/** A small version of a session's tape. An SVG, so that it prints, scales and uses the colours of the page. */
export function ThumbnailTape({ tape }: { tape: Thumbnail | undefined }) {
  return (
    <svg class="thumbnail" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="thumbnail-base" />
      {tape && [...pathsOf(tape)].map(([kind, path]) => <path key={kind} class={`k-${kind}`} d={path} />)}
    </svg>
  );
}

/** All bars of one kind are one path: otherwise a screen of rows would have thousands. Failures are drawn on top. */
function pathsOf({ cells }: Thumbnail): Map<string, string> {
  const paths = new Map<string, string>();
  let errors = '';
  let starts = '';
  let x = 0;
  for (const { kind, failed, height, width, isStart } of cells) {
    const tall = Math.max(2, height * (HEIGHT - 3));
    const wide = Math.max(0.6, width * WIDTH - GAP);
    paths.set(kind, (paths.get(kind) ?? '') + barOf({ x, wide, tall, down: tall }));
    if (failed > 0) errors += barOf({ x, wide, tall, down: Math.max(Math.min(3, tall), tall * failed) });
    // As on the tape, a turn begins with a line of full height.
    if (isStart) starts += barOf({ x, wide: 1.2, tall: HEIGHT - 2, down: HEIGHT - 2 });
    x += width * WIDTH;
  }
  if (errors !== '') paths.set('error', errors);
  if (starts !== '') paths.set('human', (paths.get('human') ?? '') + starts);
  return paths;
}

interface Bar {
  x: number;
  wide: number;
  tall: number;
  /** From its top. */
  down: number;
}

function barOf({ x, wide, tall, down }: Bar): string {
  const [left, top] = [x.toFixed(1), (HEIGHT - 1 - tall).toFixed(1)];
  return `M${left} ${top}h${wide.toFixed(1)}v${down.toFixed(1)}h-${wide.toFixed(1)}z`;
}
