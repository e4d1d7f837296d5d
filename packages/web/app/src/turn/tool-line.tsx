import { toolLabel } from '@unspool/session/tools';
import type { ToolItem } from '../api/contract.js';
import { bytes } from '../format/number.js';
import { duration } from '../format/time.js';
import { visible } from '../text/visible.js';

const STATUS: { [status in ToolItem['status']]: string } = {
  ok: '',
  failed: 'failed',
  running: 'running',
  orphan: 'no result',
  rejected: 'rejected',
};

/** A call as one line: family, name, the one argument that matters, size, duration, how it went. */
export function ToolLine({ item }: { item: ToolItem }) {
  return (
    <>
      <i class={`family k-${item.status === 'failed' ? 'error' : item.family}`} aria-hidden="true" />
      <span class="tool-name">{visible(toolLabel(item.name))}</span>
      <span class="tool-argument one-line">{visible(item.argument)}</span>
      <span class="tool-facts num">
        {STATUS[item.status] !== '' && <b class={`status status-${item.status}`}>{STATUS[item.status]}</b>}
        {item.outputSize > 0 && <span>{bytes(item.outputSize)}</span>}
        {item.durationMs !== null && <span>{duration(item.durationMs)}</span>}
      </span>
    </>
  );
}
