import { useState } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { post } from '../api/request.js';
import { say } from '../shell/toast.js';
import { visible } from '../text/visible.js';

interface Props {
  row: SessionRow;
  operations: string[];
  onDone: () => void;
}

/** What needs no plan, because it changes no word of the conversation: title, tags, pin, archive, trash. */
export function QuickActions({ row, operations, onDone }: Props) {
  const base = `/api/sessions/${encodeURIComponent(row.id)}`;
  const [title, setTitle] = useState(row.title);
  const [tag, setTag] = useState('');
  const [trashed, setTrashed] = useState<string | null>(null);
  const can = (name: string) => operations.includes(name);
  const act = async (path: string, body: unknown, done: string) => {
    try {
      await post(`${base}/${path}`, body);
      say(done);
      onDone();
    } catch (error) {
      say(error instanceof Error ? error.message : 'That did not work.');
    }
  };
  const trash = async () => {
    try {
      const { undo } = await post<{ undo: string }>(`${base}/delete`, {});
      setTrashed(undo);
    } catch (error) {
      say(error instanceof Error ? error.message : 'That did not work.');
    }
  };
  const bringBack = async () => {
    try {
      await post('/api/undo', { undo: trashed });
      say('It is back');
      setTrashed(null);
    } catch (error) {
      say(error instanceof Error ? error.message : 'That did not work.');
    }
  };
  if (trashed !== null) {
    return (
      <p class="banner quick-buttons" role="status">
        It is in the trash.
        <button type="button" class="button" onClick={bringBack}>
          Undo
        </button>
        <a class="link" href="/">
          To the sessions
        </a>
      </p>
    );
  }
  return (
    <div class="quick-actions">
      {can('rename') && !row.isGone && (
        <form
          class="inline-field"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = title.trim();
            if (wanted === row.title.trim()) say('It has that title already');
            else if (wanted !== '') void act('rename', { title: wanted }, 'Renamed');
          }}
        >
          <input
            class="field"
            aria-label="Title"
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <button type="submit" class="button">
            Rename
          </button>
        </form>
      )}
      {can('tag') && (
        <form
          class="inline-field"
          onSubmit={(event) => {
            event.preventDefault();
            if (tag.trim() !== '') void act('label', { add: [tag.trim()] }, 'Tagged');
          }}
        >
          <input
            class="field"
            aria-label="New tag"
            placeholder="New tag"
            value={tag}
            onInput={({ currentTarget }) => setTag(currentTarget.value)}
          />
          <button type="submit" class="button">
            Add tag
          </button>
          {row.tags.map((name) => (
            <button
              key={name}
              type="button"
              class="tag"
              title="Take the tag off"
              onClick={() => act('label', { remove: [name] }, 'Tag taken off')}
            >
              {visible(name)} ×
            </button>
          ))}
        </form>
      )}
      <p class="quick-buttons">
        {can('pin') && (
          <button
            type="button"
            class="button"
            onClick={() => act('label', { pin: !row.isPinned }, row.isPinned ? 'No longer pinned' : 'Pinned')}
          >
            {row.isPinned ? 'Unpin' : 'Pin'}
          </button>
        )}
        {can('archive') && !row.isArchived && !row.isGone && (
          <button
            type="button"
            class="button"
            onClick={() => act('archive', {}, 'Archived: the clean-up cannot take it')}
          >
            Archive
          </button>
        )}
        {can('restore') && (row.isArchived || row.isGone) && (
          <button type="button" class="button" onClick={() => act('restore', {}, 'Restored: it can be resumed again')}>
            Restore
          </button>
        )}
        {can('export') && (!row.isGone || row.isArchived) && (
          <>
            <a class="button" href={`${base}/export?format=html`} download>
              Export as a page
            </a>
            <a class="button" href={`${base}/export?format=md`} download>
              Export as Markdown
            </a>
          </>
        )}
        {can('delete') && !row.isGone && (
          <button type="button" class="button" onClick={trash}>
            Move to the trash
          </button>
        )}
      </p>
    </div>
  );
}
