import { useState } from 'preact/hooks';
import type { SessionOutline } from '../api/contract.js';
import { count, many } from '../format/number.js';
import { visible } from '../text/visible.js';
import type { Viewing } from './viewing.js';

const SHOWN = 12;

/** Files read or written; a click goes to the next turn that touched it. */
export function FileList({
  files,
  jump,
  viewing,
}: {
  files: SessionOutline['files'];
  jump: (turn: number) => void;
  viewing: Viewing;
}) {
  const [isAll, showAll] = useState(false);
  if (files.length === 0) return null;
  return (
    <section class="facet">
      <h2>Files</h2>
      <ul>
        {(isAll ? files : files.slice(0, SHOWN)).map(({ path, touches, turns }) => (
          <li key={path}>
            <button
              type="button"
              class="choice"
              title={`${visible(path)}\nread or written ${many(touches, 'time')}, in turns ${turns.slice(0, 20).join(', ')}`}
              onClick={() => jump(turns.find((turn) => turn > viewing.now.current) ?? turns[0] ?? 1)}
            >
              <span class="one-line path">
                {visible(nameOf(path))} <span class="quiet">{visible(folderOf(path))}</span>
              </span>
              <span class="quiet num">{count(touches)}</span>
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

/** The name comes first: it is what one looks for, and the end of a long line is cut. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function folderOf(path: string): string {
  return path.split(/[\\/]/).slice(0, -1).join('/');
}
