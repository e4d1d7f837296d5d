import { Notice } from '../shell/notice.js';

export function Empty({ folders, isFiltered, clear }: { folders: string[]; isFiltered: boolean; clear: string }) {
  if (isFiltered) {
    return (
      <Notice title="No matching sessions">
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
      <p>Unspool reads the sessions of Claude Code on this machine. It looked in:</p>
      <ul class="plain">
        {folders.map((folder) => (
          <li key={folder}>
            <code>{folder}</code>
          </li>
        ))}
      </ul>
      <p>
        Run <code>claude</code> in a project and come back: the session appears here by itself. If your sessions are
        elsewhere, start Unspool with <code>CLAUDE_CONFIG_DIR</code> set to that folder.
      </p>
    </Notice>
  );
}
