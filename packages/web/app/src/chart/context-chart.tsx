import { TOKEN_WORDS } from '@unspool/session/tokens';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { many, money, short, tokens } from '../format/number.js';
import { useDrawing } from '../tape/canvas.js';
import { useColours } from '../tape/colours.js';
import { layoutTape, segmentAt, type TapeMode } from '../tape/layout.js';
import { useWidth } from '../tape/width.js';
import { ChartTable } from './chart-table.js';
import { KINDS, windowOf } from './context-kinds.js';

interface Props {
  turns: TurnOutline[];
  mode: TapeMode;
  current: number;
  onJump: (turn: number) => void;
}

const HEIGHT = 72;

/** What stood in the context window after each turn, by kind: drawn, or as numbers. */
export function ContextChart({ isTable, ...plot }: Props & { isTable: boolean }) {
  return isTable ? <ContextTable turns={plot.turns} /> : <ContextPlot {...plot} />;
}

/** On the tape's own axis. A component of its own: each time it is shown, its canvas is a new one to measure and draw. */
function ContextPlot({ turns, mode, current, onJump }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const colour = useColours();
  const [hovered, hover] = useState<number | undefined>();
  const segments = useMemo(() => layoutTape(turns, mode, width), [turns, mode, width]);
  const most = useMemo(() => Math.max(1, ...turns.map(({ context }) => (context ? windowOf(context) : 0))), [turns]);
  useDrawing(
    canvas,
    { width, height: HEIGHT },
    (context) => {
      context.clearRect(0, 0, width, HEIGHT);
      segments.forEach(({ turn, start }, at) => {
        if (!turn.context) return;
        const end = segments[at + 1]?.start ?? width;
        let y = HEIGHT;
        for (const [kind] of KINDS) {
          const tall = (turn.context[kind] / most) * (HEIGHT - 2);
          context.fillStyle = colour(`c-${kind}`);
          context.fillRect(start, y - tall, Math.max(1, end - start - (end - start > 8 ? 1 : 0)), tall);
          y -= tall;
        }
        context.fillStyle = colour('ink');
        const cached = HEIGHT - (Math.min(turn.context.cached, most) / most) * (HEIGHT - 2);
        if (turn.context.cached > 0) context.fillRect(start, cached, Math.max(1, end - start), 1);
      });
    },
    [segments, most, colour],
  );
  const shown = turns.find(({ number }) => number === (hovered ?? current)) ?? turns.at(-1);
  return (
    <div class="context">
      <div
        ref={box}
        class="context-plot"
        role="img"
        aria-label={`Tokens in the context window, at most ${short(most)}, over ${many(turns.length, 'turn')}. Press v for a table.`}
        onPointerMove={(event) => hover(segmentAt(segments, event.offsetX)?.turn.number)}
        onPointerLeave={() => hover(undefined)}
        onPointerUp={() => hovered !== undefined && onJump(hovered)}
      >
        <canvas ref={canvas} class="tape-canvas" />
        <span class="axis-top num">{tokens(most)}</span>
      </div>
      {shown?.context && (
        <p class="context-legend num">
          <span>
            turn {shown.number}: <b>{tokens(windowOf(shown.context))}</b>
          </span>
          {KINDS.filter(([kind]) => (shown.context?.[kind] ?? 0) > 0).map(([kind, name]) => (
            <span key={kind}>
              <i class={`dot c-${kind}`} aria-hidden="true" />
              {name} {short(shown.context?.[kind] ?? 0)}
            </span>
          ))}
          <span title="The thin line">
            <i class="dash" aria-hidden="true" />
            {TOKEN_WORDS.cacheRead} {short(shown.context.cached)}
          </span>
        </p>
      )}
    </div>
  );
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
