import { Notice } from '../shell/notice.js';

export function Empty({ folders, isFiltered, clear }: { folders: string[]; isFiltered: boolean; clear: string }) {
  if (isFiltered) {
    return (
      <Notice title="Nothing fits these filters.">
        <p>
          <a class="link" href={clear}>
            Show all sessions
          </a>
        </p>
      </Notice>
    );
  }
  return (
    <Notice title="There are no sessions yet.">
      <p>Unspool reads what Claude Code leaves on this machine. It looked in:</p>
      <ul class="plain">
        {folders.map((folder) => (
          <li key={folder}>
            <code>{folder}</code>
          </li>
        ))}
      </ul>
      <p>
        Run <code>claude</code> in a project and come back: the session appears here by itself. Sessions elsewhere?
        Start Unspool with <code>CLAUDE_CONFIG_DIR</code> set to that folder.
      </p>
    </Notice>
  );
}
