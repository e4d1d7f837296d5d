import { toggleStripped } from '../edit/address.js';
import type { Row } from '../session/rows.js';
import { OpenTool } from '../tool/open-tool.js';
import { BlockTools } from './block-tools.js';
import { useSession } from './context.js';
import { ToolLine } from './tool-line.js';

export function ToolRow({ row }: { row: Extract<Row, { type: 'tool' }> }) {
  const { sessionId, folds, stripped } = useSession();
  const { callId, place } = row.item;
  const isStripped = stripped?.has(callId) ?? false;
  const verb = stripped &&
    row.conversation.agentId === null && {
      name: isStripped ? 'Keep this call' : 'Strip this call or its output…',
      icon: 'cut' as const,
      isOn: isStripped,
      run: () => toggleStripped(sessionId, callId),
    };
  return (
    <div class={`tool ${row.isOpen ? 'is-open' : ''} ${isStripped ? 'is-stripped' : ''}`}>
      <div class="tool-head">
        <button type="button" class="tool-line" aria-expanded={row.isOpen} onClick={() => folds.toggle(row.fold)}>
          <span class="caret" aria-hidden="true" />
          <ToolLine item={row.item} />
        </button>
        <BlockTools place={place} base={row.conversation.base} verb={verb || undefined} />
      </div>
      {row.isOpen && <OpenTool conversation={row.conversation} item={row.item} />}
    </div>
  );
}
