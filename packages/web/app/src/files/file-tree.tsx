import { visible } from '../text/visible.js';
import { LineChange } from '../turn/tool-line.js';
import type { ShownFile } from './shown-file.js';
import type { Viewed } from './viewed.js';

/** The changed files by folder; a click brings one up. */
export function FileTree({ files, viewed }: { files: ShownFile[]; viewed: Viewed }) {
  const folders = new Map<string, { file: ShownFile; at: number }[]>();
  for (const [at, file] of files.entries()) {
    const folder = folderOf(file.path);
    const own = folders.get(folder);
    if (own) own.push({ file, at });
    else folders.set(folder, [{ file, at }]);
  }
  return (
    <nav class="file-tree" aria-label="Changed files by folder">
      {[...folders]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([folder, own]) => (
          <section key={folder}>
            {folder !== '' && (
              <h3 class="one-line" title={visible(folder)}>
                <bdi>{visible(folder)}</bdi>
              </h3>
            )}
            <ul>
              {own.map(({ file, at }) => (
                <li key={file.path}>
                  <button
                    type="button"
                    class={`choice ${viewed.has(file) ? 'is-viewed' : ''}`}
                    title={visible(file.path)}
                    onClick={() => document.getElementById(`file-${at}`)?.scrollIntoView()}
                  >
                    <span class="one-line path">{visible(nameOf(file.path))}</span>
                    {viewed.has(file) ? (
                      <span title="Viewed">✓</span>
                    ) : (
                      file.change && <LineChange change={file.change} />
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}

export function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}

function folderOf(path: string): string {
  return path.split(/[\\/]/).slice(0, -1).join('/');
}
