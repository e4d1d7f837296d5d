import type { Row } from '../session/rows.js';
import { OpenTool } from '../tool/open-tool.js';
import { BlockTools } from './block-tools.js';
import { useSession } from './context.js';
import { ToolLine } from './tool-line.js';

export function ToolRow({ row }: { row: Extract<Row, { type: 'tool' }> }) {
  const { folds } = useSession();
  return (
    <div class={`tool ${row.isOpen ? 'is-open' : ''}`}>
      <div class="tool-head">
        <button type="button" class="tool-line" aria-expanded={row.isOpen} onClick={() => folds.toggle(row.fold)}>
          <span class="caret" aria-hidden="true" />
          <ToolLine item={row.item} />
        </button>
        <BlockTools place={row.item.place} base={row.conversation.base} />
      </div>
      {row.isOpen && <OpenTool conversation={row.conversation} item={row.item} />}
    </div>
  );
}
