import { openEdit } from './address.js';
import { OPERATIONS } from './operations.js';

interface Props {
  id: string;
  offered: readonly string[];
  /** Only the edits of this group. */
  group?: 'Copy' | 'Clean';
  onChosen?: () => void;
}

/** The available edits. Each opens its plan beside the turns. */
export function OperationList({ id, offered, group, onChosen }: Props) {
  const own = OPERATIONS.filter((each) => offered.includes(each.name) && (!group || each.group === group));
  return (
    <ul class="action-list">
      {own.map(({ name, title, does }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => {
              onChosen?.();
              openEdit(id, name);
            }}
          >
            <strong>{title}</strong>
            <span class="quiet">{does}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
