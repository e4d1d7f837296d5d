import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { FileSection } from './file-section.js';
import { FileTree } from './file-tree.js';
import type { ShownFile } from './shown-file.js';
import { Viewed } from './viewed.js';

interface Props {
  /** The session or the project, which the marks of viewed files belong to. */
  owner: string;
  files: ShownFile[];
  /** The line above the files. */
  children: ComponentChildren;
}

/** Files by folder, and their diffs one below the other. */
export function FileDiffs({ owner, files, children }: Props) {
  const viewed = useMemo(() => new Viewed(owner), [owner]);
  const [, redraw] = useState(0);
  useEffect(() => viewed.subscribe(() => redraw((count) => count + 1)), [viewed]);
  const seen = files.filter((file) => viewed.has(file)).length;
  return (
    <div class="files-view">
      <FileTree files={files} viewed={viewed} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section class="files-list" tabIndex={0} aria-label="Changed files">
        <p class="files-sum quiet">
          {children}
          {seen > 0 && ` · ${seen} viewed`}
        </p>
        {files.map((file, at) => (
          <FileSection key={file.path} file={file} at={at} viewed={viewed} />
        ))}
      </section>
    </div>
  );
}
