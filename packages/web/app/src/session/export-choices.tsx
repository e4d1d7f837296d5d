import { getText, url } from '../api/request.js';
import { copy } from '../shell/copy.js';
import { Icon } from '../shell/icon.js';

const FORMATS = [
  ['html', 'Web page', 'one file with tape, folds and search'],
  ['md', 'Markdown', 'for a pull request, a wiki or a note'],
  ['json', 'JSON', 'for a program'],
] as const;

/** The ways to hand on a session, or some of its turns. The server hides secrets. */
export function ExportChoices({ id, turns }: { id: string; turns?: readonly number[] }) {
  const address = (format: string) =>
    url(`/api/sessions/${encodeURIComponent(id)}/export`, { format, turns: turns?.join() });
  return (
    <>
      <ul class="action-list export-list">
        {FORMATS.map(([format, title, does]) => (
          <li key={format}>
            <a href={address(format)} download>
              <strong>{title}</strong>
              <span class="quiet">{does}</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => void copy(() => getText(address('md')))}>
            <strong>Copy as Markdown</strong>
            <span class="quiet">to the clipboard, with every call</span>
          </button>
        </li>
      </ul>
      <p class="quiet export-note">
        <Icon name="check" /> What looks like a secret is hidden in all of them.
      </p>
    </>
  );
}
