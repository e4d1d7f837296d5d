import { TOKEN_WORDS } from '@unspool/session/tokens';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TapeMode } from '../../../src/tape/layout.js';
import type { TurnOutline } from '../api/contract.js';
import { many, money, short, tokens } from '../format/number.js';
import { useDrawing } from '../tape/canvas.js';
import { useColours } from '../tape/colours.js';
import type { Spot } from '../tape/gestures.js';
import { useZoom, type Zoom } from '../tape/zoom.js';
import { ChartTable } from './chart-table.js';
import { GROWING, KINDS, windowOf } from './context-kinds.js';
import { type Point, pointAt, pointsOf } from './context-points.js';

interface Props {
  turns: TurnOutline[];
  mode: TapeMode;
  zoom: Zoom;
  current: number;
  onJump: (spot: Spot) => void;
}

const HEIGHT = 72;
/** The line of the constant part. */
const SYSTEM = 4;

/** The contents of the context window at each request, by kind, as a chart or a table. */
export function ContextChart({ isTable, ...plot }: Props & { isTable: boolean }) {
  return isTable ? <ContextTable turns={plot.turns} /> : <ContextPlot {...plot} />;
}

/** Has the axis of the tape. It is a separate component because its canvas is new each time it is shown. */
function ContextPlot({ turns, mode, zoom, current, onJump }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, left, scale } = useZoom(zoom);
  const colour = useColours();
  const [hovered, hover] = useState<Point | undefined>();
  const points = useMemo(() => pointsOf(zoom.segments(turns, mode), mode), [turns, mode, zoom, width, scale]);
  const highest = useMemo(() => highestOf(points), [points]);
  const most = highest ? windowOf(highest.context) : 0;
  const grown = most - (highest?.context.system ?? 0);
  useDrawing(
    canvas,
    { width, height: HEIGHT },
    (context) => {
      context.clearRect(0, 0, width, HEIGHT);
      context.save();
      context.translate(-left, 0);
      for (const point of points) {
        if (point.end >= left && point.x <= left + width) drawPoint(context, point, { most: grown, colour });
      }
      context.restore();
    },
    [points, grown, colour, left],
  );
  const shown = hovered ?? points.findLast(({ turn }) => turn.number === current) ?? points.at(-1);
  return (
    <div class="context">
      <div
        class="context-plot"
        style={{ width: `${width}px` }}
        role="img"
        aria-label={`Tokens in the context window, at most ${short(most)}, over ${many(points.length, 'request')}. Press v for a table.`}
        onPointerMove={(event) => hover(pointAt(points, event.offsetX + left))}
        onPointerLeave={() => hover(undefined)}
        onPointerUp={() => hovered && onJump({ turn: hovered.turn.number, byte: hovered.byte })}
      >
        <canvas ref={canvas} class="tape-canvas" />
        <span class="axis-top num">{tokens(most)}</span>
      </div>
      {shown && (
        <p class="context-legend num">
          <span>
            turn {shown.turn.number}: <b>{tokens(windowOf(shown.context))}</b>
          </span>
          {KINDS.filter(([kind]) => shown.context[kind] > 0).map(([kind, name]) => (
            <span key={kind} title={kind === 'system' ? 'Instructions and tools: the line at the bottom' : undefined}>
              <i class={`dot c-${kind}`} aria-hidden="true" />
              {name} {short(shown.context[kind])}
            </span>
          ))}
          {shown.context.cached > 0 && (
            <span>
              {TOKEN_WORDS.cacheRead} {short(shown.context.cached)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function highestOf(points: Point[]): Point | undefined {
  return points.reduce<Point | undefined>(
    (most, point) => (!most || windowOf(point.context) > windowOf(most.context) ? point : most),
    undefined,
  );
}

function drawPoint(
  canvas: CanvasRenderingContext2D,
  { x, end, context }: Point,
  { most, colour }: { most: number; colour: (name: string) => string },
): void {
  const wide = Math.max(1, end - x);
  canvas.fillStyle = colour('c-system');
  canvas.fillRect(x, HEIGHT - SYSTEM, wide, SYSTEM);
  let y = HEIGHT - SYSTEM;
  for (const [kind] of GROWING) {
    const tall = (context[kind] / Math.max(1, most)) * (HEIGHT - SYSTEM - 2);
    canvas.fillStyle = colour(`c-${kind}`);
    canvas.fillRect(x, y - tall, wide, tall);
    y -= tall;
  }
}

function ContextTable({ turns }: { turns: TurnOutline[] }) {
  return (
    <ChartTable
      label="Context window by turn"
      columns={['Turn', 'Window', ...KINDS.map(([, name]) => name), TOKEN_WORDS.cacheRead, 'cost']}
      rows={turns.flatMap(({ number, context, cost }) =>
        context
          ? [
              [
                String(number),
                short(windowOf(context)),
                ...KINDS.map(([kind]) => short(context[kind])),
                short(context.cached),
                money(cost),
              ],
            ]
          : [],
      )}
    />
  );
}
