import { newText, newTokens } from '@unspool/session/tokens';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { short } from '../format/number.js';
import { visible } from '../text/visible.js';
import { type WindowHandle, WindowList } from '../window/window-list.js';
import { useCurrentTurn, type Viewing } from './viewing.js';

interface Props {
  turns: TurnOutline[];
  viewing: Viewing;
  jump: (turn: number) => void;
}

/** All turns, one line each. The one on screen is marked and kept visible. */
export function TurnList({ turns, viewing, jump }: Props) {
  const current = useCurrentTurn(viewing);
  const handle = useRef<WindowHandle | undefined>(undefined);
  const rows = useMemo(() => turns.map((turn) => ({ key: String(turn.number), estimate: 28, turn })), [turns]);
  const inView = useRef({ first: 0, last: 0 });
  useEffect(() => {
    const at = rows.findIndex(({ turn }) => turn.number === current);
    const { first, last } = inView.current;
    if (at >= 0 && (at < first + 1 || at > last - 2))
      handle.current?.scrollTo(String(rows[Math.max(0, at - 2)]?.turn.number));
  }, [current]);
  return (
    <section class="facet turn-list" style={{ '--rows': rows.length }}>
      <h2>Turns</h2>
      <WindowList
        class="turn-list-window"
        label="All turns"
        rows={rows}
        handle={(given) => {
          handle.current = given;
        }}
        onRange={(first, last) => {
          inView.current = { first, last };
        }}
        render={({ turn }) => (
          <a
            class="choice"
            href={`#t${turn.number}`}
            aria-current={turn.number === current ? 'true' : undefined}
            title={visible(turn.title)}
            onClick={(event) => {
              event.preventDefault();
              jump(turn.number);
            }}
          >
            <span class="turn-list-number num">{turn.number}</span>
            <span class="one-line">{visible(turn.title) || '…'}</span>
            {turn.hasError && (
              <span class="status-failed" title="Something failed in it">
                ✗
              </span>
            )}
            <span class="quiet num">{newTokens(turn.tokens) > 0 ? newText(turn.tokens, short) : ''}</span>
          </a>
        )}
      />
    </section>
  );
}
