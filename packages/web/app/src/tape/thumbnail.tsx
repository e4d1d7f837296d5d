import type { Thumbnail } from '../api/contract.js';

const CELLS = 48;
const WIDTH = 4;
const HEIGHT = 24;

/** A session's tape, tiny. Drawn as SVG: it prints, scales and follows the colours of the page. */
export function ThumbnailTape({ tape }: { tape: Thumbnail | undefined }) {
  return (
    <svg class="thumbnail" viewBox={`0 0 ${CELLS * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={CELLS * WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="thumbnail-base" />
      {tape?.cells.map(({ kind, failed, height }, at) => {
        const tall = Math.max(2, height * (HEIGHT - 2));
        const bar = { x: at * WIDTH, width: WIDTH - 1, y: HEIGHT - 1 - tall };
        return (
          <g key={at}>
            <rect {...bar} height={tall} class={`k-${kind}`} />
            {failed > 0 && <rect {...bar} height={Math.max(Math.min(3, tall), tall * failed)} class="k-error" />}
          </g>
        );
      })}
    </svg>
  );
}
