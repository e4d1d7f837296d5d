import { useMemo, useState } from 'preact/hooks';
import type { Timeline } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import type { Conversation } from '../session/conversation.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { WindowList } from '../window/window-list.js';
import { TimeSum } from './time-sum.js';
import { TimelineRow } from './timeline-row.js';

interface Props {
  conversation: Conversation;
  jump: (turn: number, byte: number | null) => void;
}

/** Where the time went: a bar for each turn, and opened, what happened in it as a waterfall. */
export function TimelineView({ conversation: { base, outline }, jump }: Props) {
  const revision = outline?.revision;
  const { data, error, reload } = useResource<Timeline>(revision ? `${base}/timeline?at=${revision}` : null);
  const turns = outline?.turns ?? [];
  const [opened, open] = useState<ReadonlySet<number>>(() => new Set());
  const longest = Math.max(1, ...(data?.turns ?? []).map(({ parts }) => parts.reduce((sum, { ms }) => sum + ms, 0)));
  const rows = useMemo(() => {
    const byNumber = new Map(data?.turns.map((turn) => [turn.number, turn]));
    return turns.flatMap((turn) => {
      const times = byNumber.get(turn.number);
      // If there is only one turn, it is opened at once.
      const isOpen = opened.has(turn.number) !== (turns.length === 1);
      return times ? [{ key: String(turn.number), estimate: isOpen ? 240 : 32, turn, times, isOpen }] : [];
    });
  }, [data, turns, opened]);
  if (error) return <Failed error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} label="Reading the times" />;
  const toggle = (number: number) => {
    const next = new Set(opened);
    if (!next.delete(number)) next.add(number);
    open(next);
  };
  return (
    <div class="timeline">
      <WindowList
        class="timeline-list"
        label="Turns by time"
        rows={rows}
        head={<TimeSum timeline={data} />}
        render={(row) => (
          <TimelineRow row={row} longest={longest} base={base} onToggle={() => toggle(row.turn.number)} jump={jump} />
        )}
      />
    </div>
  );
}
