import type { Item, ToolItem } from '../api/contract.js';
import { many } from '../format/number.js';
import { visible } from '../text/visible.js';
import { useSession } from './context.js';
import { LineChange } from './tool-line.js';

const MAX_FILES = 4;

/** The work of a turn in one row: how many calls of which kind, the files they changed, what failed. */
export function Work({ items, fold, isOpen }: { items: Item[]; fold: string; isOpen: boolean }) {
  const { folds } = useSession();
  const tools = items.filter((item) => item.type === 'tool');
  const files = changedFiles(tools);
  const failed = tools.filter(({ status }) => status === 'failed').length;
  return (
    <button type="button" class="tool-run work" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
      <span class="caret" aria-hidden="true" />
      <span class="run-count">{tools.length > 0 ? many(tools.length, 'tool') : 'On the way'}</span>
      {failed > 0 && <b class="status status-failed">{failed} failed</b>}
      <span class="run-names">
        {[...countsOf(tools)].map(([family, count]) => (
          <span key={family} class="run-name">
            <i class={`family k-${family}`} aria-hidden="true" /> {count} {family}
          </span>
        ))}
        {files.slice(0, MAX_FILES).map(({ file, change }) => (
          <span key={file} class="run-name">
            <span class="one-line work-file">{visible(file.split(/[\\/]/).at(-1) ?? file)}</span>
            <LineChange change={change} />
          </span>
        ))}
        {files.length > MAX_FILES && <span class="quiet">and {many(files.length - MAX_FILES, 'more file')}</span>}
      </span>
    </button>
  );
}

function countsOf(tools: readonly ToolItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { family } of tools) counts.set(family, (counts.get(family) ?? 0) + 1);
  return counts;
}

function changedFiles(tools: readonly ToolItem[]) {
  const files = new Map<string, { added: number; removed: number }>();
  for (const { argument, change } of tools) {
    if (!change) continue;
    const sum = files.get(argument) ?? { added: 0, removed: 0 };
    files.set(argument, { added: sum.added + change.added, removed: sum.removed + change.removed });
  }
  return [...files].map(([file, change]) => ({ file, change }));
}
