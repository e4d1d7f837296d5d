import type { TimelineTurn, TurnOutline } from '../api/contract.js';
import { money } from '../format/number.js';
import { duration } from '../format/time.js';
import { visible } from '../text/visible.js';
import { Waterfall } from './waterfall.js';

interface Props {
  row: { turn: TurnOutline; times: TimelineTurn; isOpen: boolean };
  /** The time of the longest turn. */
  longest: number;
  base: string;
  onToggle: () => void;
  jump: (turn: number, byte: number | null) => void;
}

/** A turn as one bar: the model and each kind of tool. Opened, as a waterfall. */
export function TimelineRow({ row: { turn, times, isOpen }, longest, base, onToggle, jump }: Props) {
  const took = times.parts.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <section class="timeline-turn">
      <button type="button" class="timeline-head" aria-expanded={isOpen} onClick={onToggle}>
        <span class="caret" aria-hidden="true" />
        <span class="timeline-number num">{turn.number}</span>
        <span class="one-line timeline-title">{visible(turn.title)}</span>
        <span class="timeline-bar" aria-hidden="true">
          {times.parts.map(({ kind, ms }) => (
            <i
              key={kind}
              class={`s-${kind}`}
              style={{ width: `${(ms / longest) * 100}%` }}
              title={`${kind} ${duration(ms)}`}
            />
          ))}
        </span>
        <span class="num timeline-time">{took > 0 ? duration(took) : ''}</span>
        <span class="num quiet timeline-cost">{turn.cost ? money(turn.cost) : ''}</span>
      </button>
      {isOpen && <Waterfall address={`${base}/spans?turn=${turn.number}`} base={base} jump={jump} depth={0} />}
    </section>
  );
}
