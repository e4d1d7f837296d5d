import type { ToolItem } from '../api/contract.js';
import { many } from '../format/number.js';
import { duration } from '../format/time.js';
import { toolName } from '../format/tool-name.js';
import { visible } from '../text/visible.js';
import { useSession } from './context.js';
import { LineChange } from './tool-line.js';

const NAMED = 6;

/** Several calls in a row, folded into one line. */
export function ToolRun({ items, fold, isOpen }: { items: ToolItem[]; fold: string; isOpen: boolean }) {
  const { folds } = useSession();
  const failed = items.filter(({ status }) => status === 'failed').length;
  const declined = items.filter(({ status }) => status === 'rejected').length;
  return (
    <button type="button" class="tool-run" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
      <span class="caret" aria-hidden="true" />
      <span class="run-count">{many(items.length, 'tool')}</span>
      {failed > 0 && <b class="status status-failed">{failed} failed</b>}
      {declined > 0 && <span class="status status-rejected">{declined} declined</span>}
      {!isOpen && (
        <span class="run-names">
          {items.slice(0, NAMED).map((item) => (
            <span key={item.callId} class="run-name">
              <i class={`family k-${item.status === 'failed' ? 'error' : item.family}`} aria-hidden="true" />
              <span class="one-line">
                {toolName(item.name)} <span class="quiet">{visible(shortened(item))}</span>
              </span>
              {item.change && <LineChange change={item.change} />}
              {item.status === 'failed' && <b class="status-failed">✗</b>}
              {item.durationMs !== null && item.durationMs >= 2000 && (
                <span class="quiet num">{duration(item.durationMs)}</span>
              )}
            </span>
          ))}
          {items.length > NAMED && <span class="quiet">and {items.length - NAMED} more</span>}
        </span>
      )}
    </button>
  );
}

/** The file name of a path; the beginning of anything else. */
function shortened({ argument, family }: ToolItem): string {
  const isPath = (family === 'read' || family === 'edit') && /[\\/]/.test(argument);
  const words = isPath ? (argument.split(/[\\/]/).at(-1) ?? argument) : argument;
  return words.length > 36 ? `${words.slice(0, 35)}…` : words;
}
