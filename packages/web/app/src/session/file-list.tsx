import { useMemo, useState } from 'preact/hooks';
import type { FileChange, SessionOutline } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { count, many } from '../format/number.js';
import { visible } from '../text/visible.js';
import type { Viewing } from './viewing.js';
import { viewUrl } from './views.js';

const SHOWN = 12;
const MAX_TURNS = 20;

interface Props {
  outline: SessionOutline;
  /** The path of the conversation in the API. */
  base: string;
  jump: (turn: number) => void;
  viewing: Viewing;
}

/** Files that were read or written, with the lines added and removed. A click goes to the next turn that used the file. */
export function FileList({ outline: { files, revision }, base, jump, viewing }: Props) {
  const [isAll, showAll] = useState(false);
  const isChanged = files.some(({ writes }) => writes > 0);
  const { data } = useResource<{ files: FileChange[] }>(isChanged ? `${base}/changes?at=${revision}` : null);
  const changes = useMemo(() => new Map(data?.files.map((file) => [file.path, file])), [data]);
  if (files.length === 0) return null;
  return (
    <section class="facet">
      <h2>
        Files{' '}
        {isChanged && (
          <a class="link facet-link" href={viewUrl('files')}>
            changes
          </a>
        )}
      </h2>
      <ul>
        {(isAll ? files : files.slice(0, SHOWN)).map(({ path, touches, writes, turns }) => (
          <li key={path}>
            <button
              type="button"
              class="choice"
              title={titleOf({ path, touches, turns }, changes.get(path))}
              onClick={() => bringUp(path) || jump(turns.find((turn) => turn > viewing.now.current) ?? turns[0] ?? 1)}
            >
              <span class="one-line path">
                {visible(nameOf(path))} <span class="quiet">{visible(folderOf(path))}</span>
              </span>
              {writes > 0 ? <Change change={changes.get(path)} /> : <span class="quiet num">read</span>}
            </button>
          </li>
        ))}
      </ul>
      {files.length > SHOWN && !isAll && (
        <button type="button" class="link-button" onClick={() => showAll(true)}>
          {count(files.length - SHOWN)} more
        </button>
      )}
    </section>
  );
}

/** In the Files view, scrolls to the file. */
function bringUp(path: string): boolean {
  const section = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
  section?.scrollIntoView();
  return section !== null;
}

function Change({ change }: { change: FileChange | undefined }) {
  if (!change) return null;
  const { added, removed } = change;
  if (added === 0 && removed === 0) return <span class="quiet num">±0</span>;
  return (
    <span class="num">
      {added > 0 && <span class="lines-added">+{count(added)}</span>}{' '}
      {removed > 0 && <span class="lines-removed">−{count(removed)}</span>}
    </span>
  );
}

function titleOf(
  { path, touches, turns }: Pick<SessionOutline['files'][number], 'path' | 'touches' | 'turns'>,
  change?: FileChange,
): string {
  const lines = change && `${many(change.added, 'line')} added, ${count(change.removed)} removed`;
  const where = `read or written ${many(touches, 'time')}, in ${many(turns.length, 'turn')}: ${numbers(turns)}`;
  return [visible(path), lines, where].filter(Boolean).join('\n');
}

function numbers(turns: number[]): string {
  return `${turns.slice(0, MAX_TURNS).join(', ')}${turns.length > MAX_TURNS ? ', …' : ''}`;
}

/** The name comes first: it matters most, and the end of a long line is cut off. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function folderOf(path: string): string {
  return path.split(/[\\/]/).slice(0, -1).join('/');
}
