import type { Thumbnail } from '../api/contract.js';

const CELLS = 48;
const WIDTH = 4;
const HEIGHT = 24;

/** A session's tape, tiny. Drawn as SVG: it prints, scales and follows the colours of the page. */
export function ThumbnailTape({ tape }: { tape: Thumbnail | undefined }) {
  return (
    <svg class="thumbnail" viewBox={`0 0 ${CELLS * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={CELLS * WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="thumbnail-base" />
      {tape && [...pathsOf(tape)].map(([kind, path]) => <path key={kind} class={`k-${kind}`} d={path} />)}
    </svg>
  );
}

/** All bars of a kind are one shape: a screen of rows would else be thousands of them. What failed lies on top. */
function pathsOf({ cells }: Thumbnail): Map<string, string> {
  const paths = new Map<string, string>();
  let errors = '';
  cells.forEach(({ kind, failed, height }, at) => {
    const tall = Math.max(2, height * (HEIGHT - 2));
    paths.set(kind, (paths.get(kind) ?? '') + barOf(at, tall, tall));
    if (failed > 0) errors += barOf(at, tall, Math.max(Math.min(3, tall), tall * failed));
  });
  if (errors !== '') paths.set('error', errors);
  return paths;
}

/** From the top of the bar at this place, so far down. */
function barOf(at: number, tall: number, down: number): string {
  const right = WIDTH - 1;
  return `M${at * WIDTH} ${(HEIGHT - 1 - tall).toFixed(1)}h${right}v${down.toFixed(1)}h-${right}z`;
}
