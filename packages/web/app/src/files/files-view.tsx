import { useEffect, useMemo, useState } from 'preact/hooks';
import type { WrittenFile } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { many } from '../format/number.js';
import type { Conversation } from '../session/conversation.js';
import { Failed, Notice } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { FileSection } from './file-section.js';
import { FileTree } from './file-tree.js';
import { Viewed } from './viewed.js';

interface Props {
  conversation: Conversation;
  sessionId: string;
}

/** The files that a session changed: one diff each, from the first text to the last. */
export function FilesView({ conversation: { base, outline }, sessionId }: Props) {
  const revision = outline?.revision;
  const { data, error, reload } = useResource<{ files: WrittenFile[] }>(
    revision ? `${base}/files?at=${revision}` : null,
  );
  const viewed = useMemo(() => new Viewed(sessionId), [sessionId]);
  const [, redraw] = useState(0);
  useEffect(() => viewed.subscribe(() => redraw((count) => count + 1)), [viewed]);
  if (error) return <Failed error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} label="Reading the changes" />;
  const { files } = data;
  if (files.length === 0) {
    return <Notice title="This session changed no files.">Commands may have: they do not say which.</Notice>;
  }
  const seen = files.filter((file) => viewed.has(file)).length;
  return (
    <div class="files-view">
      <FileTree files={files} viewed={viewed} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section class="files-list" tabIndex={0} aria-label="Changed files">
        <p class="files-sum quiet">
          {many(files.length, 'file')} changed, <span class="lines-added">+{sum(files, 'added')}</span>{' '}
          <span class="lines-removed">−{sum(files, 'removed')}</span>
          {seen > 0 && ` · ${seen} viewed`}
        </p>
        {files.map((file, at) => (
          <FileSection key={file.path} file={file} at={at} base={base} revision={revision ?? ''} viewed={viewed} />
        ))}
      </section>
    </div>
  );
}

function sum(files: readonly WrittenFile[], side: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + file[side], 0);
}
