import { useMemo } from 'preact/hooks';
import type { WrittenFile } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { many } from '../format/number.js';
import type { Conversation } from '../session/conversation.js';
import { Failed, Notice } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { FileDiffs } from './file-diffs.js';
import type { ShownFile } from './shown-file.js';
import { TurnLink } from './turn-link.js';

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
  const files = useMemo(() => data?.files.map((file) => shownFile(file, base, revision ?? '')), [data, base]);
  if (error) return <Failed error={error} onRetry={reload} />;
  if (!data || !files) return <Skeleton lines={10} label="Reading the changes" />;
  if (files.length === 0) {
    return (
      <Notice title="This session changed no files.">
        Commands may have changed some: transcripts do not record which.
      </Notice>
    );
  }
  return (
    <FileDiffs owner={sessionId} files={files}>
      {many(files.length, 'file')} changed, <span class="lines-added">+{sum(data.files, 'added')}</span>{' '}
      <span class="lines-removed">−{sum(data.files, 'removed')}</span>
    </FileDiffs>
  );
}

const MAX_TURNS = 8;

function shownFile(file: WrittenFile, base: string, revision: string): ShownFile {
  const { path, added, removed, turns } = file;
  const query = `path=${encodeURIComponent(path)}&at=${revision}`;
  return {
    path,
    version: `${added} ${removed} ${turns.length}`,
    change: { added, removed },
    diff: `${base}/diff?${query}`,
    blame: `${base}/blame?${query}`,
    by: (
      <>
        {turns.slice(0, MAX_TURNS).map((turn) => (
          <TurnLink key={turn} turn={turn} />
        ))}
        {turns.length > MAX_TURNS && <span class="quiet">…</span>}
      </>
    ),
  };
}

function sum(files: readonly WrittenFile[], side: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + file[side], 0);
}
