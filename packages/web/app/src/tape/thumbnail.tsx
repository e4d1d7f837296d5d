import type { Thumbnail } from '../api/contract.js';

const CELLS = 48;
const WIDTH = 4;
const HEIGHT = 24;

/** A session's tape, tiny. Drawn as SVG: it prints, scales and follows the colours of the page. */
export function ThumbnailTape({ tape }: { tape: Thumbnail | undefined }) {
  return (
    <svg class="thumbnail" viewBox={`0 0 ${CELLS * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={CELLS * WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="thumbnail-base" />
      {tape?.cells.map(({ kind, isError, height }, at) => {
        const tall = Math.max(2, height * (HEIGHT - 2));
        return (
          <rect
            key={at}
            x={at * WIDTH}
            width={WIDTH - 1}
            y={HEIGHT - 1 - tall}
            height={tall}
            class={isError ? 'k-error' : `k-${kind}`}
          />
        );
      })}
    </svg>
  );
}
