import { type ToolView, toolNamed } from '@unspool/session/tools';
import type { ToolItem } from '../api/contract.js';
import { bytes, count, many } from '../format/number.js';
import { duration } from '../format/time.js';
import { toolName } from '../format/tool-name.js';
import { visible } from '../text/visible.js';

const STATUS: { [status in ToolItem['status']]: string } = {
  ok: '',
  failed: 'failed',
  running: 'running',
  orphan: 'no result',
  rejected: 'declined',
};

/** Calls that ask the user. The question or plan is shown below the line. */
const TITLES: { [view in ToolView]?: string } = { question: 'Question to you', plan: 'Plan to approve' };

/** A call on one line: family, name, main argument, result, size or changed lines, duration. */
export function ToolLine({ item }: { item: ToolItem }) {
  const { view } = toolNamed(item.name);
  return (
    <>
      <i class={`family k-${item.status === 'failed' ? 'error' : item.family}`} aria-hidden="true" />
      <span class="tool-name">{TITLES[view] ?? toolName(item.name)}</span>
      <span class="tool-argument one-line">{view in TITLES ? '' : visible(item.argument)}</span>
      <span class="tool-facts num">
        {STATUS[item.status] !== '' && <b class={`status status-${item.status}`}>{STATUS[item.status]}</b>}
        {item.change ? (
          <LineChange change={item.change} />
        ) : (
          item.outputSize > 0 && <span>{bytes(item.outputSize)}</span>
        )}
        {item.durationMs !== null && <span>{duration(item.durationMs)}</span>}
      </span>
    </>
  );
}

/** Lines that an edit added and removed. */
export function LineChange({ change: { added, removed } }: { change: NonNullable<ToolItem['change']> }) {
  return (
    <span class="line-change" title={`${many(added, 'line')} added, ${many(removed, 'line')} removed`}>
      <span class="lines-added">+{count(added)}</span> <span class="lines-removed">−{count(removed)}</span>
    </span>
  );
}
