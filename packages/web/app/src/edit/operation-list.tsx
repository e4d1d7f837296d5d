import { OPERATIONS } from './operations.js';

/** What can be done with a session; each leads to its plan. */
export function OperationList({ id, offered }: { id: string; offered: readonly string[] }) {
  return (
    <ul class="action-list">
      {OPERATIONS.filter(({ name }) => offered.includes(name)).map(({ name, title, does }) => (
        <li key={name}>
          <a href={`/s/${encodeURIComponent(id)}/edit?op=${name}`}>
            <strong>{title}</strong>
            <span class="quiet">{does}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
